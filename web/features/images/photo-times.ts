import { timeIn } from '#core/time/format.ts'
import { dayIn } from '#web/ui/time/format-instant.ts'
import type { JobImage } from './image-groups.ts'

type Times = Pick<JobImage, 'takenAt' | 'timestamp'>

/** When a photo was taken, according to its camera, and when it was recorded; a shared day is named once. */
export function photoTimes({ takenAt, timestamp }: Times, zone: string, now?: string): string {
  const recorded = [dayIn(timestamp, zone, now), timeIn(timestamp, zone)] as const
  if (!takenAt) return `Time taken unknown · recorded ${recorded.join(', ')}`
  const taken = cameraTime(takenAt, zone, now)
  return `Taken ${taken.join(', ')} · recorded ${taken[0] === recorded[0] ? recorded[1] : recorded.join(', ')}`
}

/** A camera time without an offset is local time and shown unchanged. */
function cameraTime(takenAt: string, zone: string, now?: string) {
  const isInstant = /(Z|[+-]\d\d:\d\d)$/.test(takenAt)
  const [instant, place] = isInstant ? [new Date(takenAt).toISOString(), zone] : [`${takenAt}Z`, 'UTC']
  return [dayIn(instant, place, now), timeIn(instant, place)] as const
}
