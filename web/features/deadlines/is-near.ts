import type { DayCount } from '#core/deadlines/counting.ts'
import { nearAt } from '#core/deadlines/near.ts'
import type { Deadline } from '#core/job/duties/duty.ts'

/** Whether a deadline is marked as near: within two days, or from the morning of the last working day before. */
export function isNear(deadline: Pick<Deadline, 'startedAt' | 'due'>, now: string, days: DayCount): boolean {
  const near = nearAt(deadline, days)
  const isTime = near !== undefined && Date.parse(near) <= Date.parse(now)
  return isTime || Date.parse(deadline.due) - Date.parse(now) < 48 * 3_600_000
}
