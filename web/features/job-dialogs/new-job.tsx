import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { usePlanFacts } from '#web/features/plan/company-plan.ts'
import { PlanEnded } from '#web/features/plan/plan-ended.tsx'
import { useDispatch } from '#web/sync/ledger/ledger-store.ts'
import { ConfirmDialog, Dialog, OopsDialog } from '#web/ui/dialogs/dialog.tsx'
import { JobForm } from './job-form.tsx'
import styles from './new-job.module.css'
import { commandOf, emptyForm, isTyped, type NewJobForm, priceError } from './new-job-form.ts'
import { NewTasks } from './new-tasks.tsx'

type Props = { opened: boolean; onClose: () => void }

/** The Create New Job modal. It closes as soon as the rules take the job; the outbox sees to the rest. */
export function NewJob({ opened, onClose }: Props) {
  const dispatch = useDispatch()
  const planFacts = usePlanFacts()
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
    const refusal = dispatch(commandOf(form), planFacts())
    if (refusal) setOops(refusal.error)
    else close()
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
        <PlanEnded />
        <JobForm
          id="new-job"
          fields={form}
          onChange={set}
          onSubmit={submit}
          errorOf={(field) =>
            field === 'apartmentName' && tried && !form.apartmentName.trim() && 'Site name is required.'
          }
          first="workOrder"
          site={site}
          siteFrom={5}
          siteHint={{ description: 'Suggestions appear after 5 characters', placeholder: 'Flat number and building' }}
        >
          <NewTasks tasks={form.tasks} onChange={(tasks) => set({ tasks })} />
        </JobForm>
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
