import type { BookingClashes } from '#core/job/overlaps/booking-clashes.ts'
import { timeIn } from '#core/time/format.ts'
import { dayIn, visitIn } from '#web/ui/time/format-instant.ts'

type Visit = { jobStart: string; jobEnd: string }

/** The visit that was to be booked or moved: its site, job and new time. */
export const wantedVisit = ({ apartmentName, jobRef }: BookingClashes, { jobStart, jobEnd }: Visit, zone: string) =>
  `${[apartmentName, jobRef].filter(Boolean).join(', job ')}, ${visitIn(jobStart, jobEnd, zone)}`

/** Each clash in a sentence, with the day where it starts or ends on another than the wanted visit. */
export function clashSentences({ clashes, others }: BookingClashes, wanted: Visit, zone: string): string[] {
  const day = dayIn(wanted.jobStart, zone)
  const sentences = clashes.map(({ username, apartmentName, jobRef, jobStart, jobEnd }) => {
    const isThatDay = dayIn(jobStart, zone) === day && dayIn(jobEnd, zone) === day
    const when = isThatDay ? `${timeIn(jobStart, zone)} to ${timeIn(jobEnd, zone)}` : visitIn(jobStart, jobEnd, zone)
    return `${username} is already booked ${when} on job ${jobRef}, ${apartmentName}.`
  })
  return others === 0
    ? sentences
    : [...sentences, `There ${others === 1 ? 'is 1 more clash' : `are ${others} more clashes`}.`]
}
