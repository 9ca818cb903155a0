import pLimit from 'p-limit'
import { companiesBehind, hasNews, readStart } from '#api/reactions/checkpoint-rows.ts'
import { storedLimiter } from '#api/rights/rate-limits.ts'
import type { Services } from '#api/services/services.ts'
import { runWhenWoken, type WokenTask } from '#api/services/woken-task.ts'
import { textLimits } from '#api/texts/text-limits.ts'
import { tellTenants } from '#core/reactions/tell-tenants.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { rowsOf } from '#ledger/database/statement.ts'
import { companiesWithNews, dueNews } from './news-rows.ts'
import { queueNews } from './queue-news.ts'
import { type NewsParts, sendNews } from './send-news.ts'

type Parts = Omit<NewsParts, 'mayMail' | 'texts'> & Pick<Services, 'overviewPool' | 'setbacks' | 'logger'>
type Options = {
  /** Milliseconds between looks at what is due. */
  every?: number
  /** Milliseconds between looks at all companies' logs. */
  lookEvery?: number
}

/** Companies that are worked on side by side, and what is read of one together. */
const [companiesAtOnce, atOnce] = [2, 20]
/** Milliseconds for which a company that has nobody told is left alone, but for the looks at all. */
const quietFor = 60_000
/** Mails that a company can have sent to tenants in an hour by its rule: a large import of jobs must not become a flood. */
const mailLimit = { points: 500, duration: 3_600 }

/** Tells tenants of visits by their companies' rules, until stopped. Any number of processes may do so at once. */
export function startTenantNews(parts: Parts, { every = 5_000, lookEvery = 15_000 }: Options = {}): WokenTask {
  const { ledgerPool, authPool, overviewPool, bell, setbacks, logger, now } = parts
  const mails = storedLimiter(authPool, 'tenant-news', mailLimit.points, mailLimit.duration)
  const mayMail = (companyId: string) =>
    mails.consume(companyId).then(
      () => undefined,
      (reason: { msBeforeNext?: number }) => {
        if (typeof reason.msBeforeNext !== 'number') throw reason
        return Math.max(reason.msBeforeNext, 1_000)
      },
    )
  const texts = textLimits(parts)
  /** The companies that had no tenants told lately, and when that was seen: what they append wakes nobody for a while. */
  const quiet = new Map<string, number>()
  let heard = new Set<string>()
  let startedAt: string | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  const inTurn = pLimit(companiesAtOnce)

  async function queue(companyId: string, signal: AbortSignal) {
    startedAt ??= await readStart(ledgerPool, tellTenants.name)
    for (let more = true; more && !signal.aborted; ) {
      const queued = await queueNews(ledgerPool, companyId, { startedAt })
      if (queued.tells) quiet.delete(companyId)
      else quiet.set(companyId, performance.now())
      more = queued.more
    }
  }

  async function sendDue(companyId: string, signal: AbortSignal) {
    for (let isMore = true; isMore && !signal.aborted; ) {
      const due = await inCompany(ledgerPool, companyId, (client) =>
        rowsOf(client, dueNews({ companyId, now: now().toISOString(), limit: atOnce })),
      )
      for (const one of due) if (!signal.aborted) await sendNews({ ...parts, mayMail, texts }, one)
      isMore = due.length === atOnce
    }
  }

  const each = (companies: Iterable<string>, work: (companyId: string) => Promise<void>) =>
    Promise.all(
      [...companies].map((companyId) =>
        inTurn(() => setbacks['tenant-news'].attempt(companyId, () => work(companyId))),
      ),
    )

  const task = runWhenWoken(
    { every, onFault: (error) => logger.warn({ err: error }, 'news for tenants could not be looked for; retrying') },
    async (signal) => {
      const companies = heard
      heard = new Set()
      const isFull = performance.now() - lookedAt >= lookEvery
      const behind = new Set(isFull ? await companiesBehind(overviewPool, tellTenants.name) : [])
      if (isFull) lookedAt = performance.now()
      for (const [companyId, at] of quiet) if (performance.now() - at > quietFor) quiet.delete(companyId)
      await each(new Set([...companies, ...behind]), async (companyId) => {
        if (behind.has(companyId) || (await hasNews(ledgerPool, companyId, tellTenants))) await queue(companyId, signal)
      })
      await each(await companiesWithNews(overviewPool, now()), (companyId) => sendDue(companyId, signal))
    },
  )
  const stopListening = bell.listen(
    'fettle_appended',
    (companyIds) => {
      if (companyIds === 'all') return task.wake()
      const concerned = companyIds.filter((one) => !quiet.has(one))
      for (const companyId of concerned) heard.add(companyId)
      if (concerned.length > 0) task.wake()
    },
    { polled: false },
  )
  return {
    wake: task.wake,
    stop() {
      stopListening()
      return task.stop()
    },
  }
}
