import type { CalendarRow } from '#core/projections/calendar.ts'
import { openedDevice, updateKept } from '#web/sync/device/device-reads.ts'
import { keptRanges } from '#web/sync/device/kept-ranges.ts'
import { type CalendarRange, calendarKey, calendarSchema, withRows } from '#web/sync/reads/calendar.ts'

/** Brings the calendar ranges on this device that are not over up to date with a push, so that they are right after a restart too. */
export async function keepPushedVisits(rows: readonly CalendarRow[], removed: readonly string[], seq: number) {
  for (const { key, range } of await kept())
    if (Date.parse(range.to) > Date.now())
      await updateKept(key, calendarSchema, (read) => {
        const { bookings } = withRows({ ...read, ...range }, rows, removed, seq)
        // It may have missed pushes before this one: up to which event it was read stays as it was.
        return bookings === read.bookings ? undefined : { ...read, bookings }
      })
}

/** Deletes what an earlier day read of the coming visits, once this device has kept what is read now. */
export async function forgetEarlierVisits(coming: CalendarRange) {
  const ranges = await kept()
  if (!ranges.some(({ range }) => range.from === coming.from && range.to === coming.to)) return
  for (const { key, range } of ranges)
    if (lengthOf(range) === lengthOf(coming) && range.from < coming.from) await openedDevice()?.forget(key)
}

const lengthOf = ({ from, to }: CalendarRange) => Date.parse(to) - Date.parse(from)

async function kept() {
  const device = openedDevice()
  return device ? keptRanges(device, calendarKey) : []
}
