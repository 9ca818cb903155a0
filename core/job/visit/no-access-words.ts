import { label } from '#core/model/label.ts'
import { timeIn } from '#core/time/format.ts'
import type { DoorAttempt } from './no-access.ts'
import type { NoAccessRecord } from './time-on-site.ts'

/** What was tried at the door, 'Knocked, called the tenant 11:21'; 'Nothing recorded' if it was not said. */
export function triedWords(
  { tried, tenantCalledAt, officeCalledAt }: Pick<NoAccessRecord, 'tried' | 'tenantCalledAt' | 'officeCalledAt'>,
  zone: string,
): string {
  const times: Partial<Record<DoorAttempt, string | undefined>> = {
    'called the tenant': tenantCalledAt,
    'called the office': officeCalledAt,
  }
  const words = tried.map((one) => [one, times[one] && timeIn(times[one], zone)].filter(Boolean).join(' '))
  return words.length > 0 ? label(words.join(', ')) : 'Nothing recorded'
}

/** When somebody was at the door, '11:17 to 11:26'. */
export function atTheDoorWords(
  { atDoorFrom, happenedAt }: Pick<NoAccessRecord, 'atDoorFrom' | 'happenedAt'>,
  zone: string,
) {
  const [from, to] = [timeIn(atDoorFrom ?? happenedAt, zone), timeIn(happenedAt, zone)]
  return from === to ? to : `${from} to ${to}`
}
