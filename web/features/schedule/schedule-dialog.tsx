import { Button, Textarea } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { IconCalendar, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Job } from '#core/job/job.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { ConfirmDialog } from '#web/ui/dialogs/dialog.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { DayPlan } from './day-plan.tsx'
import { DeleteBooking } from './delete-booking.tsx'
import { PeopleField } from './people-field.tsx'
import styles from './schedule-dialog.module.css'
import { TimeInput } from './time-input.tsx'
import { typedDay } from './typed-day.ts'
import { useSchedule } from './use-schedule.ts'
import { VisitTasks } from './visit-tasks.tsx'

type Props = { job: Job; opened: boolean; onClose: () => void }

/** Books a job's visit, or changes or deletes the booking. The job shows as booked as soon as it is saved. */
export function ScheduleDialog({ job, opened, onClose }: Props) {
  const zone = useTimeZone()
  return opened && <ScheduleForm key={zone} job={job} zone={zone} onClose={onClose} />
}

function ScheduleForm({ job, zone, onClose }: { job: Job; zone: string; onClose: () => void }) {
  const schedule = useSchedule(job, zone, onClose)
  const { form, errors, people } = schedule
  const [deleting, setDeleting] = useState(false)
  const sheet = useIsPhone()
  const close = () => {
    schedule.discard()
    onClose()
  }
  const start = useRef<HTMLInputElement>(null)
  const end = useRef<HTMLInputElement>(null)
  const title = job.jobBookingId ? 'Edit Schedule' : 'Schedule'
  const submit = () => {
    const wrong = schedule.save()
    if (wrong.start) start.current?.focus()
    else if (wrong.end) end.current?.focus()
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
          <DateInput
            label="Date"
            value={form.day}
            valueFormat="ddd D MMM YYYY"
            dateParser={typedDay}
            rightSection={<IconCalendar size={16} stroke={1.75} aria-hidden />}
            rightSectionPointerEvents="none"
            onChange={(day) => day && schedule.set({ day })}
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
          people={form.assignedTo.flatMap((chosen) => people.find(({ userId }) => userId === chosen) ?? [])}
          bookings={schedule.bookings}
          wanted={schedule.wanted}
        />
        {sheet && remove}
      </FormDialog>
      <ConfirmDialog
        opened={schedule.clash !== undefined}
        title="Already booked"
        confirm="Book anyway"
        onConfirm={schedule.bookAnyway}
        onClose={schedule.dismissClash}
      >
        {schedule.clash}
      </ConfirmDialog>
      <DeleteBooking job={job} zone={zone} opened={deleting} onClose={() => setDeleting(false)} onDeleted={onClose} />
    </>
  )
}
