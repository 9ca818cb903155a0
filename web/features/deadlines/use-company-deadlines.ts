import { holidaysOfDuty } from '#core/deadlines/rules.ts'
import type { DeadlineSettings } from '#core/deadlines/schemas.ts'
import { type HolidayDivision, noDeadlineSettings } from '#core/deadlines/values.ts'
import type { Duty } from '#core/job/duties/duty.ts'
import { useMe } from '#web/sync/reads/me.ts'

/** The law that the company's homes are under, and its service levels. */
export const useDeadlineSettings = (): DeadlineSettings => useMe().data?.company.office?.deadlines ?? noDeadlineSettings

/** Whose bank holidays a hazard or service level leaves out: those that its clock was started with, as far as they are recorded. */
export function holidaysFor(
  duty: Pick<Duty, 'rule' | 'holidays'>,
  settings: DeadlineSettings = noDeadlineSettings,
): HolidayDivision {
  return holidaysOfDuty(duty, settings.law)
}
