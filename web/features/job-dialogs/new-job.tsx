import { Switch } from '@mantine/core'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { dispatchAnnounced } from '#web/features/announce/dispatch-announced.ts'
import { usePlanFacts } from '#web/features/plan/company-plan.ts'
import { PlanEnded } from '#web/features/plan/plan-ended.tsx'
import { OopsDialog } from '#web/ui/dialogs/dialog.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { JobFields } from './job-fields.tsx'
import styles from './new-job.module.css'
import { useNewJobDraft } from './new-job-draft.ts'
import { commandOf, isTyped, priceError } from './new-job-form.ts'
import { NewTasks } from './new-tasks.tsx'

type Props = {
  opened: boolean
  /** The site that the job is for, if its page was left for this. */
  site?: string
  onClose: () => void
}

/** The Create New Job dialog, which keeps what is typed until the job is created or discarded. It closes once the job passes the rules here; the outbox sends it. */
export function NewJob({ opened, site: here = '', onClose }: Props) {
  const planFacts = usePlanFacts()
  const { form, set, clear } = useNewJobDraft(here)
  const [tried, setTried] = useState(false)
  const [oops, setOops] = useState<string>()
  const [isHazard, setIsHazard] = useState(false)
  const navigate = useNavigate()
  const site = useRef<HTMLInputElement>(null)
  const close = () => {
    clear()
    setTried(false)
    setIsHazard(false)
    onClose()
  }
  const submit = () => {
    // The second click of a double click arrives while the dialog is closing.
    if (!opened) return
    setTried(true)
    if (form.tasks.some((one) => priceError(one.price))) return
    const refusal = dispatchAnnounced(commandOf(form), planFacts())
    if (refusal) return setOops(refusal.error)
    close()
    if (isHazard) navigate(`/job/${form.jobId}#start-deadlines`)
  }
  return (
    <>
      <FormDialog
        opened={opened}
        title="Create New Job"
        submit="Create Job"
        unsaved={isTyped(form.apartmentName === here ? { ...form, apartmentName: '' } : form)}
        discard="Discard this job?"
        className={styles.form}
        aside={
          <span className={styles.keys}>
            <kbd>Ctrl</kbd> <kbd>Enter</kbd> to create
          </span>
        }
        onSubmit={submit}
        onClose={close}
      >
        <PlanEnded />
        <JobFields
          fields={form}
          onChange={set}
          errorOf={(field) =>
            field === 'apartmentName' && tried && !form.apartmentName.trim() && 'Site name is required.'
          }
          first="workOrder"
          site={site}
          siteFrom={5}
          siteHint={{ description: 'Suggestions appear after 5 characters', placeholder: 'Flat number and building' }}
        />
        <NewTasks tasks={form.tasks} onChange={(tasks) => set({ tasks })} />
        <Switch
          className={styles.wide}
          checked={isHazard}
          label="A hazard was reported"
          description="Once the job is created, you can start its legal deadlines."
          onChange={({ currentTarget }) => setIsHazard(currentTarget.checked)}
        />
      </FormDialog>
      <OopsDialog
        message={oops}
        onClose={() => {
          setOops(undefined)
          // After the dialog has returned the focus.
          setTimeout(() => site.current?.focus(), 150)
        }}
      />
    </>
  )
}
