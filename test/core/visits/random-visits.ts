import fc from 'fast-check'
import { minutesAway } from '#core/job/on-the-way/on-the-way-messages.ts'
import { doorAttempts, noAccessReasons } from '#core/job/visit/no-access.ts'
import { commandOf as of } from '#test/core/duties/random-command.ts'
import { idOf } from '#test/core/given-when-then.ts'
import { words } from '#test/core/random-texts.ts'

const timeOnSite = fc.constantFrom('2026-11-19T08:05:00.000Z', '2026-11-19T08:20:00.000Z', '2126-11-19T08:00:00.000Z')
const two = (kind: 'd' | 'e' | 'f') => fc.constantFrom(idOf(kind, 1), idOf(kind, 2))

/** One source of random data for each command of a visit. */
export function visitCommands(jobId: fc.Arbitrary<string>) {
  const ofArrival = { jobId, arrivalId: two('e') }
  const ofWay = { jobId, onWayId: two('e') }
  return {
    SayOnTheWay: of(
      'SayOnTheWay',
      fc.record(
        { ...ofWay, jobBookingId: two('f'), minutes: fc.constantFrom(...minutesAway) },
        { requiredKeys: ['jobId', 'onWayId', 'jobBookingId'] },
      ),
    ),
    WithdrawOnTheWay: of('WithdrawOnTheWay', fc.record(ofWay)),
    ArriveOnSite: of('ArriveOnSite', fc.record({ ...ofArrival, jobBookingId: two('f') })),
    LeaveSite: of('LeaveSite', fc.record(ofArrival)),
    ChangeTimeOnSite: of(
      'ChangeTimeOnSite',
      fc.record(
        { ...ofArrival, arrivedAt: timeOnSite, leftAt: timeOnSite, reason: fc.constantFrom(' ', 'Tapped late') },
        { requiredKeys: ['jobId', 'arrivalId', 'reason'] },
      ),
    ),
    WithdrawArrival: of('WithdrawArrival', fc.record(ofArrival)),
    WithdrawLeaving: of('WithdrawLeaving', fc.record(ofArrival)),
    ReportNoAccess: of(
      'ReportNoAccess',
      fc.record(
        {
          jobId,
          noAccessId: two('d'),
          jobBookingId: two('f'),
          why: fc.constantFrom(...noAccessReasons),
          tried: fc.array(fc.constantFrom(...doorAttempts), { minLength: 1, maxLength: doorAttempts.length }),
          tenantCalledAt: timeOnSite,
          officeCalledAt: timeOnSite,
          atDoorFrom: timeOnSite,
          note: words,
          imageId: two('e'),
          position: fc.constant('53.79460, -1.54780 ±20 m'),
        },
        { requiredKeys: ['jobId', 'noAccessId', 'jobBookingId', 'why', 'tried', 'note', 'imageId'] },
      ),
    ),
  }
}
