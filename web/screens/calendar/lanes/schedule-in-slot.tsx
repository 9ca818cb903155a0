import type { Lane } from '#core/job/lanes/lanes.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { ScheduleJob } from '#web/features/job-dialogs/schedule-job.tsx'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import type { Slot } from '#web/screens/calendar/calendar-props.ts'
import { slotOnScreen, suggestedIn } from './suggested-visit.ts'

type Props = { jobId: string; zone: string; onClose: () => void }

/** The schedule of a job that is booked in a slot, with what is proposed there; without a slot, with what is usual. */
export const ScheduleInSlot = ({ slot, zone, ...job }: Props & { slot: Slot | undefined }) => (
  <ScheduleJob {...job} suggested={slot && suggestedIn(slot, wallClock(new Date().toISOString(), zone))} />
)

/** Who is shown and on which day; undefined while a whole week is. */
type OnScreen = { lanes: readonly Lane<BookedVisit>[]; day: string | undefined; today: string }

/** The schedule of a job of the tray, which proposes what is on screen. */
export const ScheduleOnScreen = ({ lanes, day, today, ...job }: Props & OnScreen) => (
  <ScheduleInSlot {...job} slot={day === undefined ? undefined : slotOnScreen(lanes, day, today)} />
)
