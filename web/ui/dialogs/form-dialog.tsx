import { Button } from '@mantine/core'
import { type MouseEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react'
import styles from './dialog.module.css'
import { ConfirmDialog, Dialog } from './dialog.tsx'
import { focusUnread } from './unread-field.ts'
import { useHoldBack } from './use-hold-back.ts'

type Props = {
  opened?: boolean
  title: string
  size?: number
  /** The submit button's text, a verb. */
  submit: string
  onSubmit: () => unknown
  onClose: () => void
  /** Nothing can be submitted yet. */
  disabled?: boolean
  /** A submission is under way. */
  busy?: boolean
  /** There is input that leaving would lose, so leaving asks first. */
  unsaved?: boolean
  /** What leaving asks. */
  discard?: string
  /** What a submission brings up is answered by the next one: the second click of a double one does nothing. */
  asksAgain?: boolean
  /** An error about the whole form, shown next to its buttons. */
  error?: string | undefined
  /** Other content next to the buttons. */
  aside?: ReactNode
  /** Form styles. */
  className?: string | undefined
  submitClass?: string | undefined
  form?: Ref<HTMLFormElement>
  children: ReactNode
}

/** A form in a dialog: Enter and Ctrl Enter submit it, and leaving unsaved input asks first, also by Back. */
export function FormDialog({ opened = true, onClose, onSubmit, disabled = false, unsaved = false, ...form }: Props) {
  const id = useId()
  const [leaving, setLeaving] = useState(false)
  const leave = () => (unsaved ? setLeaving(true) : onClose())
  useHoldBack(opened, unsaved)
  const submit = (fields: ParentNode) => {
    if (!disabled && !focusUnread(fields)) onSubmit()
  }
  const isTyped = useRef(false)
  const onClick = (event: MouseEvent) => {
    if (form.asksAgain && event.detail > 1 && !isTyped.current) event.preventDefault()
    isTyped.current = false
  }
  return (
    <>
      <Dialog
        opened={opened}
        onClose={leave}
        title={form.title}
        {...(form.size === undefined ? {} : { size: form.size })}
        footer={
          <>
            {form.error ? (
              <span className={styles.refusal} role="alert">
                {form.error}
              </span>
            ) : (
              form.aside
            )}
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={id}
              onClick={onClick}
              className={form.submitClass}
              disabled={disabled}
              aria-disabled={form.busy}
            >
              {form.submit}
            </Button>
          </>
        }
      >
        <form
          id={id}
          ref={form.form}
          className={form.className}
          noValidate
          aria-busy={form.busy}
          onInput={() => {
            isTyped.current = true
          }}
          onKeyDown={(event) => {
            const isWhole = event.ctrlKey || event.metaKey
            if (event.key !== 'Enter' || (!isWhole && !event.repeat)) return
            if (isWhole || !(event.target instanceof HTMLTextAreaElement)) event.preventDefault()
            if (!event.repeat) submit(event.currentTarget)
          }}
          onSubmit={(event) => {
            event.preventDefault()
            submit(event.currentTarget)
          }}
        >
          {form.children}
        </form>
      </Dialog>
      <ConfirmDialog
        opened={leaving}
        title={form.discard ?? 'Discard your changes?'}
        confirm="Discard"
        cancel="Keep editing"
        onConfirm={onClose}
        onClose={() => setLeaving(false)}
      >
        Your changes will be lost.
      </ConfirmDialog>
    </>
  )
}
