import type pg from 'pg'
import { v5 as idFrom } from 'uuid'
import { AppendConflict, type Decided, decideAppend } from '#api/commands/decide-and-append.ts'
import { readDecisionFacts } from '#api/commands/decision-facts.ts'
import { readSiteNow } from '#api/commands/recurring-facts.ts'
import { planFacts } from '#api/company/plan-facts.ts'
import { commandOfDate } from '#api/recurring/occurrences.ts'
import type { Company } from '#core/company/company.ts'
import { type Command, type Facts, type StoredEvent, target } from '#core/ledger/ledger.ts'
import { isRefusal, type Refusal } from '#core/model/refusals.ts'
import type { NextDate } from '#core/recurring/messages.ts'
import type { RecurringWork } from '#core/recurring/recurring-work.ts'
import { instantAt, wallClock } from '#core/time/wall-clock.ts'
import { appendTogether } from '#ledger/log/append.ts'

/** One date of recurring work in a company. */
export type Making = {
  company: Company
  work: RecurringWork
  next: NextDate
  history: readonly StoredEvent[]
  now: Date
}

/**
 * Makes the job of the date that comes next: the job, its visit, and the record of both beside the rule are appended together or not at
 * all, under ids that follow from the date. So it is made once, however many processes try. Returns why it cannot be made.
 */
export async function makeJob(pool: pg.Pool, making: Making): Promise<Refusal | undefined> {
  const { company, work, next, history, now } = making
  const { companyId } = company
  const site = await readSiteNow(pool, companyId, work.siteId)
  if (!site) throw new Error(`The site of recurring work ${work.recurringId} is unknown`)
  const jobId = commandOfDate(work.recurringId, next.date)
  const record: Command = {
    type: 'RecordRecurringJob',
    data: { recurringId: work.recurringId, date: next.date, jobId },
  }
  const recorded = await decidedOn(pool, making, record, history)
  if (isRefusal(recorded) || recorded.events.length === 0) return isRefusal(recorded) ? recorded : undefined
  const create = jobOf(making, jobId, site)
  const facts = planFacts(company, now)
  const created = decideAppend(system(companyId), create, { facts }, stampOf(create, now))
  if (isRefusal(created)) return created
  const booked = await bookVisit(pool, making, jobId, created)
  const together = await appendTogether(pool, companyId, [recorded, created, ...(booked ? [booked] : [])])
  if (together.outcome !== 'appended') throw new AppendConflict()
  return undefined
}

/** Records that the next date has passed, so that no job is made for it. */
export async function passDate(pool: pg.Pool, making: Making): Promise<void> {
  const { work, next, history, company } = making
  const pass: Command = { type: 'PassRecurringDate', data: { recurringId: work.recurringId, date: next.date } }
  const decided = await decidedOn(pool, making, pass, history)
  if (isRefusal(decided) || decided.events.length === 0) return
  const { outcome } = await appendTogether(pool, company.companyId, [decided])
  if (outcome !== 'appended') throw new AppendConflict()
}

const system = (companyId: string) => ({ companyId, role: 'system' }) as const

const stampOf = (command: Command, now: Date) =>
  ({
    commandId: idFrom(JSON.stringify([command.type, target(command).streamId, dateOf(command)]), namespace),
    happenedAt: now.toISOString(),
    clock: 'server',
  }) as const

const dateOf = ({ data }: Command) => ('date' in data ? data.date : '')

/** Any id: those of commands are made from it, so it never changes. */
const namespace = '0193a5f0-4ec4-7000-8000-00000000feed'

async function decidedOn(pool: pg.Pool, { company, now }: Making, command: Command, history: readonly StoredEvent[]) {
  const { companyId } = company
  const basis = await readDecisionFacts(pool, companyId, command, now)
  return decideAppend(system(companyId), command, { history, ...basis }, stampOf(command, now))
}

function jobOf({ company, work, next, now }: Making, jobId: string, site: { siteId: string; name: string }): Command {
  return {
    type: 'CreateRecurringJob',
    data: {
      jobId,
      apartmentName: site.name,
      apartmentId: site.siteId,
      createdAt: wallClock(now.toISOString(), company.timeZone).day,
      tasks: work.tasks.map((task, nth) => ({ taskId: idFrom(`task ${nth}`, jobId), ...task })),
      recurring: {
        recurringId: work.recurringId,
        date: next.date,
        title: work.title,
        ...(work.check ? { check: true } : {}),
      },
    },
  }
}

/**
 * The visit of a job that is made with it, for those of its people who are still in the company. None if somebody is booked then, or if
 * the day of an overdue check is over: the office decides on both.
 */
async function bookVisit(pool: pg.Pool, making: Making, jobId: string, created: Decided): Promise<Decided | undefined> {
  const { company, work, next, now } = making
  const { companyId, timeZone } = company
  if (next.on < wallClock(now.toISOString(), timeZone).day) return undefined
  const jobStart = work.visit && instantAt({ day: next.on, time: work.visit.start }, timeZone)
  if (!work.visit || !jobStart) return undefined
  const jobEnd = new Date(Date.parse(jobStart) + work.visit.minutes * 60_000).toISOString()
  const book = (assignedTo: string[]): Command => ({
    type: 'ScheduleJob',
    data: { jobId, jobBookingId: idFrom('visit', jobId), jobStart, jobEnd, access: '', assignedTo },
  })
  const { facts, restsOn } = await readDecisionFacts(pool, companyId, book([]), now)
  const command = book(work.visit.assignedTo.filter((one) => facts.memberIds?.includes(one)))
  const booked = decideOn(created, command, facts, now)
  return isRefusal(booked) || !restsOn ? undefined : { ...booked, restsOn }
}

/** Decides on a job that is appended together with this command, before it. */
function decideOn(created: Decided, command: Command, facts: Facts, now: Date): Decided | Refusal {
  const { companyId, stream, streamId, events, happenedAt, commandId } = created
  const history = events.map(
    (event, ordinal): StoredEvent => ({
      ...event,
      companyId,
      seq: 0,
      stream,
      streamId,
      version: ordinal + 1,
      schema: 1,
      actorRole: 'system',
      happenedAt,
      recordedAt: happenedAt,
      clock: 'server',
      commandId,
      ordinal,
    }),
  )
  return decideAppend(system(companyId), command, { history, facts }, stampOf(command, now))
}
