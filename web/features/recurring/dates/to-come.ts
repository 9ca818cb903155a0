import type { RecurringItem } from '#core/wire/jobs/recurring.ts'

/** A job to come of recurring work; with its job, if that is made already. */
export type ToCome = {
  recurringId: string
  title: string
  date: string
  on: string
  job?: { jobId: string; jobRef: string }
}

type Work = Pick<RecurringItem, 'recurringId' | 'title' | 'state' | 'dates' | 'madeAhead'>

/** The next jobs over all of this work, the made ones among them, in the order of their days. As exact as the dates that are told of each: five. */
export function toCome(work: readonly Work[], most: number): ToCome[] {
  return work
    .filter((one) => one.state === 'on')
    .flatMap(({ recurringId, title, dates, madeAhead }): ToCome[] => [
      ...madeAhead
        .filter((one) => one.completedAt === undefined)
        .map(({ date, on, jobId, jobRef }) => ({ recurringId, title, date, on, job: { jobId, jobRef } })),
      ...dates.filter((one) => !one.isSkipped).map(({ date, on }) => ({ recurringId, title, date, on })),
    ])
    .toSorted((one, other) => one.on.localeCompare(other.on) || one.title.localeCompare(other.title))
    .slice(0, most)
}
