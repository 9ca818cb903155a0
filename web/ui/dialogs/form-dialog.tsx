import { Button } from '@mantine/core'
import { type ReactNode, type Ref, useId, useState } from 'react'
import styles from './dialog.module.css'
import { ConfirmDialog, Dialog } from './dialog.tsx'
import { useHoldBack } from './hold-back.ts'
import { focusUnreadDay } from './unread-day.ts'

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
  useHoldBack(opened && unsaved)
  const submit = (fields: ParentNode) => {
    if (!disabled && !focusUnreadDay(fields)) onSubmit()
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
            <Button type="submit" form={id} className={form.submitClass} disabled={disabled} aria-disabled={form.busy}>
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
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            submit(event.currentTarget)
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
