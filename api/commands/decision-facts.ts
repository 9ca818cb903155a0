import { createHash } from 'node:crypto'
import type pg from 'pg'
import { deadlineFacts, photoRule, planFacts, readCompanyNow } from '#api/company/plan-facts.ts'
import { accountNames } from '#api/reads/people.ts'
import { readMembers } from '#api/rights/rights.ts'
import type { Company } from '#core/company/company.ts'
import {
  type Command,
  type EventType,
  type Facts,
  isDutyCommand,
  isRecurringCommand,
  isSiteCommand,
  restsOn,
} from '#core/ledger/ledger.ts'
import type { Member } from '#core/member/member.ts'
import { namesOfOthers } from '#core/member/names-in-use.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { readHead } from '#ledger/log/read.ts'
import { readBookings } from './bookings.ts'
import { readRecurringFacts } from './recurring-facts.ts'
import { readSiteFacts } from './site-directory.ts'

/** Facts from other streams, the company seq at which they were read, and the event types that would change them. */
export type DecisionFacts = { facts: Facts; restsOn?: { seq: number; types: readonly EventType[] } }

/** Reads the company facts that a command's decision needs. Most commands need none, so nothing is read for them. */
export async function readDecisionFacts(
  pool: pg.Pool,
  companyId: string,
  command: Command,
  now = new Date(),
): Promise<DecisionFacts> {
  const types = restsOn[command.type]
  if (!types) {
    const company = asksCompany(command) ? await readCompanyNow(pool, companyId) : undefined
    return { facts: factsOf(command, company, now) }
  }
  if (isRecurringCommand(command)) {
    const { seq, facts } = await readRecurringFacts(pool, companyId, command, now)
    return { facts, restsOn: { seq, types } }
  }
  if (isSiteCommand(command)) {
    // Read before the facts, as below.
    const head = await readHead(pool, companyId)
    return { facts: await readSiteFacts(pool, companyId, command), restsOn: { seq: head?.seq ?? 0, types } }
  }
  const { seq, members } = await readMembers(pool, companyId)
  const memberIds = members.filter((one) => one.state !== 'removed').map((one) => one.userId)
  const erasedMembers = members.filter((one) => one.erased !== undefined).length
  // Read after `seq`: if anything is appended in between, the append conflicts and the command is decided again.
  const bookings =
    command.type === 'ScheduleJob'
      ? await readBookings(pool, companyId, command.data.jobStart, command.data.jobEnd)
      : undefined
  const names = namesAPerson(command) ? await namesBeside(pool, companyId, members, command.data.userId) : undefined
  return { facts: { memberIds, erasedMembers, ...bookings, ...names }, restsOn: { seq, types } }
}

const namesAPerson = (command: Command): command is Extract<Command, { type: 'SetMemberDetails' | 'InviteMember' }> =>
  command.type === 'SetMemberDetails' || command.type === 'InviteMember'

/** The names that others in the company have or had, also those who have left. */
async function namesBeside(pool: pg.Pool, companyId: string, members: readonly Member[], userId: string) {
  const [accounts] = await readInCompany(pool, companyId, [accountNames({ companyId })])
  const usernames = new Map(accounts.rows.map((one) => [one.user_id, one.username]))
  const people = members.map((one) => ({ ...one, username: usernames.get(one.userId) ?? '' }))
  return { namesOfOthers: namesOfOthers(people, userId) }
}

/** The facts that a decision needs which rests on no streams but its own and the company's. */
export function factsOf(command: Command, company: Company | undefined, now: Date): Facts {
  if (command.type === 'AddSignature') return { strokesDigest: sha256(command.data.strokes) }
  if (mayComplete(command)) return photoRule(company)
  if (isOnDeadlines(command)) return deadlineFacts(company, now)
  return command.type === 'CreateJob' || command.type === 'CreateRecurringJob' ? planFacts(company, now) : {}
}

const asksCompany = (command: Command) =>
  command.type === 'CreateJob' ||
  command.type === 'CreateRecurringJob' ||
  mayComplete(command) ||
  isOnDeadlines(command)

const isOnDeadlines = (command: Command) => isDutyCommand(command) || command.type === 'MeetDeadline'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Whether a command may complete a job, for which the company may need photos. */
const mayComplete = ({ type, data }: Command) =>
  (type === 'CycleTask' && data.from === 'not completed') || (type === 'SetTaskStatus' && data.status === 'completed')
