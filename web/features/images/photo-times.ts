import { timeIn } from '#core/time/format.ts'
import { dayIn } from '#web/ui/time/format-instant.ts'
import type { JobImage } from './image-groups.ts'

type Times = Pick<JobImage, 'takenAt' | 'timestamp'>

/** When a photo was taken, by its camera's clock, and when it was added, by the device's; a shared day is named once. */
export function photoTimes({ takenAt, timestamp }: Times, zone: string, now?: string): string {
  const added = [dayIn(timestamp, zone, now), timeIn(timestamp, zone)] as const
  if (!takenAt) return `Time taken unknown · added ${added.join(', ')}`
  const taken = cameraTime(takenAt, zone, now)
  return `Taken ${taken.join(', ')} · added ${taken[0] === added[0] ? added[1] : added.join(', ')}`
}

/** A camera time without an offset is local time and shown unchanged. */
function cameraTime(takenAt: string, zone: string, now?: string) {
  const isInstant = /(Z|[+-]\d\d:\d\d)$/.test(takenAt)
  const [instant, place] = isInstant ? [new Date(takenAt).toISOString(), zone] : [`${takenAt}Z`, 'UTC']
  return [dayIn(instant, place, now), timeIn(instant, place)] as const
}
