import { Button, Textarea } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Job } from '#core/job/job.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { ConfirmDialog } from '#web/ui/dialogs/dialog.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { TimeInput } from '#web/ui/fields/time-input.tsx'
import { useToday } from '#web/ui/time/today.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { ClashDialog } from './clashes/clash-dialog.tsx'
import { DayPlan } from './day-plan.tsx'
import { DeleteBooking } from './delete-booking.tsx'
import { PeopleField } from './people/people-field.tsx'
import styles from './schedule-dialog.module.css'
import type { SuggestedVisit } from './schedule-form.ts'
import { useSchedule } from './use-schedule.ts'
import { VisitTasks } from './visit-tasks.tsx'

type Props = {
  job: Job
  opened: boolean
  /** Where the visit was asked for, if it was in the calendar. */
  suggested?: SuggestedVisit | undefined
  onClose: () => void
}

/** Books a job's visit, or changes or deletes the booking. The job shows as booked as soon as it is saved. */
export function ScheduleDialog({ job, opened, suggested, onClose }: Props) {
  const zone = useTimeZone()
  return opened && <ScheduleForm key={zone} job={job} zone={zone} suggested={suggested} onClose={onClose} />
}

type FormProps = Omit<Props, 'opened'> & { zone: string }

function ScheduleForm({ job, zone, suggested, onClose }: FormProps) {
  const schedule = useSchedule(job, zone, suggested, onClose)
  const { form, errors, people } = schedule
  const [deleting, setDeleting] = useState(false)
  const sheet = useIsPhone()
  const today = useToday(zone)
  const close = () => {
    schedule.discard()
    onClose()
  }
  const start = useRef<HTMLInputElement>(null)
  const end = useRef<HTMLInputElement>(null)
  const team = useRef<HTMLInputElement>(null)
  const title = job.jobBookingId ? 'Edit Schedule' : 'Schedule'
  const submit = () => {
    const wrong = schedule.save()
    if (wrong.start) start.current?.focus()
    else if (wrong.end) end.current?.focus()
  }
  const choosePeople = () => {
    schedule.dismissQuestion()
    // After the dialog has returned the focus.
    setTimeout(() => team.current?.focus(), 150)
  }
  const remove = job.jobBookingId && (
    <Button
      variant="subtle"
      className={styles.delete}
      leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
      onClick={() => setDeleting(true)}
    >
      Delete booking
    </Button>
  )
  return (
    <>
      <FormDialog
        title={title}
        size={760}
        submit="Save Schedule"
        unsaved={schedule.isChanged}
        aside={!sheet && remove}
        className={styles.form}
        onSubmit={submit}
        onClose={close}
      >
        <div className={styles.fields}>
          {schedule.meanwhile && (
            <p className={styles.meanwhile} role="status">
              Someone else has changed this booking. {schedule.meanwhile} Saving will replace it.
            </p>
          )}
          <DateField
            label="Date"
            toward="future"
            today={today}
            value={form.day}
            valueFormat="ddd D MMM YYYY"
            onChange={(day) => schedule.set({ day })}
          />
          <div className={styles.times}>
            <TimeInput
              ref={start}
              label="Start"
              data-autofocus
              value={form.start}
              error={errors.start}
              onChange={schedule.setStart}
            />
            <TimeInput
              ref={end}
              label="End"
              description={form.endsAfter > 0 ? schedule.endsOn : undefined}
              value={form.end}
              error={errors.end}
              onChange={schedule.setEnd}
            />
          </div>
          <PeopleField
            ref={team}
            people={people}
            chosen={form.assignedTo}
            error={errors.assignedTo}
            onChange={(assignedTo) => schedule.set({ assignedTo })}
          />
          <Textarea
            label="Access"
            placeholder="Keys, codes, who to ask for"
            rows={2}
            maxLength={2_000}
            value={form.access}
            onChange={({ currentTarget }) => schedule.set({ access: currentTarget.value })}
          />
          <VisitTasks tasks={job.jobDescriptions} refusal={schedule.refusal} />
        </div>
        <DayPlan
          job={job}
          day={form.day}
          zone={zone}
          people={people}
          chosen={form.assignedTo}
          bookings={schedule.bookings}
          read={schedule.read}
          wanted={schedule.wanted}
        />
        {sheet && remove}
      </FormDialog>
      <ClashDialog
        opened={schedule.clash !== undefined}
        found={schedule.clash}
        wanted={schedule.outcome}
        zone={zone}
        onConfirm={schedule.bookAnyway}
        onClose={schedule.dismissClash}
      />
      <ConfirmDialog
        opened={schedule.asksForPeople}
        title="Nobody is assigned"
        confirm="Book without anyone"
        cancel="Choose people"
        onConfirm={schedule.bookWithoutAnyone}
        onClose={choosePeople}
      >
        Book this visit without anyone? You can assign people later.
      </ConfirmDialog>
      <DeleteBooking job={job} zone={zone} opened={deleting} onClose={() => setDeleting(false)} onDeleted={onClose} />
    </>
  )
}
