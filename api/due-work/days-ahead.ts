import { readCompanyNow } from '#api/company/plan-facts.ts'
import { addNotice } from '#api/notices/add-notice.ts'
import { readRecipients } from '#api/notices/read-recipients.ts'
import { reached } from '#api/reads/wait-for-projections.ts'
import type { Services } from '#api/services/services.ts'
import { defaultTimeZone } from '#core/company/company.ts'
import { dayAheadAt, nextDayAhead, visitsAhead } from '#core/reactions/day-ahead.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { isErased } from '#ledger/read-models/erased-companies.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'
import type { DueWork } from './due-work.ts'

type Parts = Pick<Services, 'ledgerPool' | 'overviewPool' | 'bell'>

/** In milliseconds: the companies with visits soon are listed at each quarter of an hour, as it is 17:00 somewhere then and at no other time. */
const listEvery = 900_000
/** In milliseconds: longer than the visits that are told lie ahead, in any zone. */
const farthest = 56 * 3_600_000
/** In milliseconds: how soon a company is looked at again whose rows are behind its log, and for how long they are awaited. */
const lookAgainAfter = 15_000
const mostPatience = 600_000

/**
 * Tells people each evening about their visits on the next day, of a company that a projector is behind with a little later. Each process
 * keeps its own time of the next look at a company; the ids of the notifications ensure that each person is told once.
 */
export function daysAhead({ ledgerPool, overviewPool, bell }: Parts): DueWork {
  /** When each company is looked at next. */
  const next = new Map<string, string>()
  /** Of the companies whose rows were behind at their first look of an evening: which seq is awaited, and until when. */
  const awaited = new Map<string, { seq: number; until: number }>()
  let known: readonly string[] = []
  let listAgainAt = ''
  return {
    task: 'days-ahead',
    async companiesDue(now, without) {
      if (now >= listAgainAt) {
        const at = Date.parse(now)
        const until = new Date(at + farthest).toISOString()
        known = (await rowsOf(overviewPool, withVisits({ now, until }))).map((one) => one.companyId)
        listAgainAt = new Date((Math.floor(at / listEvery) + 1) * listEvery).toISOString()
        const lists = new Set(known)
        for (const all of [next, awaited])
          for (const [companyId] of all) if (!lists.has(companyId)) all.delete(companyId)
      }
      return known.filter((one) => !without.includes(one) && (next.get(one) ?? '') <= now)
    },
    async nextAfter(now) {
      // A company may get its first visit until then.
      let soonest = listAgainAt > now ? listAgainAt : undefined
      for (const at of next.values()) if (at > now && (soonest === undefined || at < soonest)) soonest = at
      return soonest
    },
    async carryOut(companyId, at) {
      const now = at.toISOString()
      const company = await readCompanyNow(ledgerPool, companyId)
      const zone = company?.timeZone ?? defaultTimeZone
      const ahead = dayAheadAt(now, zone)
      if (company && !company.closing && ahead) {
        if (await isBehind(companyId, at)) {
          next.set(companyId, new Date(at.getTime() + lookAgainAfter).toISOString())
          return
        }
        const isTold = await inCompany(ledgerPool, companyId, async (client) => {
          const visits = await rowsOf(client, visitsOfDay({ companyId, from: ahead.start, to: ahead.end }))
          if (visits.length === 0) return false
          const { people } = await readRecipients(client, companyId)
          let isAnyTold = false
          for (const person of people) {
            const own = visitsAhead(visits, person.userId)
            if (!own) continue
            const notice = { kind: 'dayAhead', about: ahead.day, subject: person.userId } as const
            const when = { at: ahead.from, until: ahead.until, changes: { dayAhead: own } }
            if (await addNotice(client, { companyId, zone }, person, { ...notice, ...when })) isAnyTold = true
          }
          return isAnyTold
        })
        if (isTold) bell.ring('fettle_notified', [companyId])
      }
      awaited.delete(companyId)
      next.set(companyId, nextDayAhead(now, zone))
    },
  }

  /** Whether the visits are not yet as the log had them at the first look: somebody would be told of a visit that was moved. */
  async function isBehind(companyId: string, at: Date): Promise<boolean> {
    const { seq, head } = await reached(ledgerPool, companyId, ['calendar'])
    const wanted = awaited.get(companyId) ?? { seq: head, until: at.getTime() + mostPatience }
    const behind = seq < wanted.seq && at.getTime() < wanted.until
    if (behind) awaited.set(companyId, wanted)
    return behind
  }
}

/** The companies in which a visit begins between two instants, by an index. */
const withVisits = statement('companies-with-visits-soon', (p: Parameters<{ now: string; until: string }>) =>
  db
    .selectFrom('calendar_row')
    .select('company_id as companyId')
    .distinct()
    .where('job_start', '>=', p.now)
    .where('job_start', '<', p.until)
    .where(({ not }) => not(isErased('calendar_row.company_id'))),
)

/** The visits that begin between two instants and that somebody goes to. */
const visitsOfDay = statement('visits-of-day', (p: Parameters<{ companyId: string; from: string; to: string }>) =>
  db
    .selectFrom('calendar_row')
    .select(['job_start as jobStart', 'job_end as jobEnd', 'assigned_to as assignedTo'])
    .where('company_id', '=', p.companyId)
    .where('generation', '=', liveOf(p.companyId, 'calendar').select('generation'))
    .where('job_start', '>=', p.from)
    .where('job_start', '<', p.to)
    .where('job_status', 'not in', ['cancelled', 'completed'])
    .$narrowType<{ jobStart: string; jobEnd: string }>(),
)
