import type pg from 'pg'
import { readPlanFacts } from '#api/company/plan-facts.ts'
import { type Command, type EventType, type Facts, restsOn } from '#core/ledger/ledger.ts'
import { membersIn } from '#core/ledger/members.ts'
import { readSmallStreams } from '#ledger/log/read.ts'
import { readBookings } from './bookings.ts'

/** Facts of other streams, the company seq at which they were read, and the events that would change them. */
export type DecisionFacts = { facts: Facts; restsOn?: { seq: number; types: readonly EventType[] } }

/** What a command's decision has to know of its company. Reads nothing for the many commands that need nothing. */
export async function readDecisionFacts(
  pool: pg.Pool,
  companyId: string,
  command: Command,
  now = new Date(),
): Promise<DecisionFacts> {
  if (command.type === 'CreateJob') return { facts: await readPlanFacts(pool, companyId, now) }
  const types = restsOn[command.type]
  if (!types) return { facts: {} }
  const { seq, events } = await readSmallStreams(pool, companyId, 'member')
  const members = [...membersIn(events).values()]
  const memberIds = members.filter((one) => one.state !== 'removed').map((one) => one.userId)
  // Read after the seq that the decision rests on: what is newer than it makes the append ask again.
  const booked =
    command.type === 'ScheduleJob'
      ? await readBookings(pool, companyId, command.data.jobStart, command.data.jobEnd)
      : undefined
  const erasedMembers = members.filter((one) => one.erased !== undefined).length
  return { facts: { memberIds, erasedMembers, ...booked }, restsOn: { seq, types } }
}
