import type { Job } from '#core/job/job.ts'
import { atTheDoorWords, triedWords } from '#core/job/visit/no-access-words.ts'
import { timeIn } from '#core/time/format.ts'
import { dayIn } from '#web/ui/time/format-instant.ts'

type Reading = { zone: string; nameOf: (userId: string) => string }

/** Who was on site when, and the visits at which nobody could get in, as facts of the sheet. */
export function visitFacts({ arrivals = [], noAccess = [] }: Job, { zone, nameOf }: Reading): [string, string][] {
  const stays = arrivals.map(({ userId, arrivedAt, leftAt }) => {
    const until = leftAt === undefined ? 'Left not recorded' : `to ${timeIn(leftAt, zone)}`
    return `${nameOf(userId)}, ${dayIn(arrivedAt, zone)}, ${timeIn(arrivedAt, zone)} ${until}`
  })
  const doors = noAccess.map((one) =>
    [
      `${dayIn(one.happenedAt, zone)}, ${atTheDoorWords(one, zone)}: ${one.why}`,
      triedWords(one, zone),
      ...(one.note === '' ? [] : [`“${one.note}”`]),
    ].join('. '),
  )
  return [
    ...(stays.length > 0 ? [['On site', stays.join('; ')] satisfies [string, string]] : []),
    ...(doors.length > 0 ? [['No access', doors.join('; ')] satisfies [string, string]] : []),
  ]
}
