import { Button, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useDispatch } from '#web/ledger-store.ts'
import { ConfirmDialog, Dialog, OopsDialog } from '#web/parts/dialog.tsx'
import { NameField } from './name-field.tsx'
import styles from './new-job.module.css'
import { commandOf, emptyForm, isTyped, type NewJobForm, priceError } from './new-job-form.ts'
import { NewTasks } from './new-tasks.tsx'

type Props = { opened: boolean; onClose: () => void }

/** The Create New Job modal. It closes as soon as the rules take the job; the outbox sees to the rest. */
export function NewJob({ opened, onClose }: Props) {
  const dispatch = useDispatch()
  const [form, setForm] = useState(emptyForm)
  const [tried, setTried] = useState(false)
  const [oops, setOops] = useState<string>()
  const [leaving, setLeaving] = useState(false)
  const site = useRef<HTMLInputElement>(null)
  const set = (change: Partial<NewJobForm>) => setForm((before) => ({ ...before, ...change }))
  const close = () => {
    setForm(emptyForm())
    setTried(false)
    onClose()
  }
  const submit = () => {
    // The second click of a double click meets the dialog on its way out.
    if (!opened) return
    setTried(true)
    if (form.tasks.some((one) => priceError(one.price))) return
    const refusal = dispatch(commandOf(form))
    if (refusal) setOops(refusal.error)
    else close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }
  return (
    <>
      <Dialog
        opened={opened}
        onClose={() => (isTyped(form) ? setLeaving(true) : close())}
        title="Create New Job"
        footer={
          <>
            <span className={styles.keys}>
              <kbd>Ctrl</kbd> <kbd>Enter</kbd> to create
            </span>
            <Button variant="default" onClick={() => (isTyped(form) ? setLeaving(true) : close())}>
              Cancel
            </Button>
            <Button type="submit" form="new-job">
              Create Job
            </Button>
          </>
        }
      >
        <form
          id="new-job"
          className={styles.form}
          noValidate
          onKeyDown={onKeyDown}
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <TextInput
            label="Work Order"
            maxLength={200}
            data-autofocus
            value={form.workOrder}
            onChange={({ currentTarget }) => set({ workOrder: currentTarget.value })}
          />
          <DateInput
            label="Created On"
            rightSection={<IconCalendar size={16} stroke={1.75} aria-hidden />}
            rightSectionPointerEvents="none"
            value={form.createdAt}
            onChange={(createdAt) => createdAt && set({ createdAt })}
          />
          <NameField
            ref={site}
            className={styles.wide}
            label="Apartment Name"
            description="Suggestions appear after 5 characters"
            placeholder="Flat number and building"
            required
            list="apartments"
            from={5}
            value={form.apartmentName}
            onChange={(apartmentName) => set({ apartmentName })}
            error={tried && !form.apartmentName.trim() && 'Site name is required.'}
          />
          <NameField
            label="Agency"
            list="agencies"
            from={3}
            value={form.agency}
            onChange={(agency) => set({ agency })}
          />
          <NameField
            label="Received By"
            list="receivedBy"
            from={3}
            value={form.receivedBy}
            onChange={(receivedBy) => set({ receivedBy })}
          />
          <NewTasks tasks={form.tasks} onChange={(tasks) => set({ tasks })} />
        </form>
      </Dialog>
      <OopsDialog
        message={oops}
        onClose={() => {
          setOops(undefined)
          // After the dialog has given its focus back.
          setTimeout(() => site.current?.focus(), 150)
        }}
      />
      <ConfirmDialog
        opened={leaving}
        title="Leave without creating the job?"
        confirm="Leave"
        onConfirm={close}
        onClose={() => setLeaving(false)}
      >
        What you have typed will be lost.
      </ConfirmDialog>
    </>
  )
}
