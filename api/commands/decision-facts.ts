import type pg from 'pg'
import { readPlanFacts } from '#api/company/plan-facts.ts'
import { readMembers } from '#api/rights/rights.ts'
import { type Command, type EventType, type Facts, restsOn } from '#core/ledger/ledger.ts'
import { readBookings } from './bookings.ts'

/** Facts from other streams, the company seq at which they were read, and the event types that would change them. */
export type DecisionFacts = { facts: Facts; restsOn?: { seq: number; types: readonly EventType[] } }

/** Reads the company facts that a command's decision needs. Most commands need none, so nothing is read for them. */
export async function readDecisionFacts(
  pool: pg.Pool,
  companyId: string,
  command: Command,
  now = new Date(),
): Promise<DecisionFacts> {
  if (command.type === 'CreateJob') return { facts: await readPlanFacts(pool, companyId, now) }
  const types = restsOn[command.type]
  if (!types) return { facts: {} }
  const { seq, members } = await readMembers(pool, companyId)
  const memberIds = members.filter((one) => one.state !== 'removed').map((one) => one.userId)
  const erasedMembers = members.filter((one) => one.erased !== undefined).length
  // Read after `seq`: if anything is appended in between, the append conflicts and the command is decided again.
  const bookings =
    command.type === 'ScheduleJob'
      ? await readBookings(pool, companyId, command.data.jobStart, command.data.jobEnd)
      : undefined
  return { facts: { memberIds, erasedMembers, ...bookings }, restsOn: { seq, types } }
}
