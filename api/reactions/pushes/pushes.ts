import pLimit from 'p-limit'
import type { Services } from '#api/services/services.ts'
import { runWhenWoken, type WokenTask } from '#api/services/woken-task.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { claimPushes, companiesWithPushes } from './due-rows.ts'
import type { PushSender } from './send-push.ts'
import { tryPush } from './try-push.ts'

type Parts = Omit<PushSender, 'options'> & Pick<Services, 'ledgerPool' | 'overviewPool' | 'setbacks' | 'logger' | 'now'>
type Options = {
  /** Milliseconds between looks at what is due. */
  every?: number
  /** Milliseconds for which a claimed push is left to its process: longer than a try takes. */
  lease?: number
  sending?: PushSender['options']
}

/** What a process sends side by side: of one company, and of how many. */
const [atOnce, companiesAtOnce] = [4, 3]

/** Sends what people are to hear by push when it is due, until stopped. Any number of processes may do so at once. */
export function startPushes(parts: Parts, { every = 5_000, lease = 60_000, sending }: Options = {}): WokenTask {
  const { ledgerPool, overviewPool, setbacks, logger, now } = parts
  const stopping = new AbortController()
  const sender = { ...parts, options: { ...sending, signal: stopping.signal } }
  const inTurn = pLimit(companiesAtOnce)

  async function sendDue(companyId: string, signal: AbortSignal) {
    for (let isMore = true; isMore && !signal.aborted; ) {
      const at = now()
      const until = new Date(at.getTime() + lease).toISOString()
      const claim = { companyId, now: at.toISOString(), until, limit: atOnce }
      const claimed = await inCompany(ledgerPool, companyId, (client) => claimPushes(client, claim))
      await Promise.all(claimed.map((one) => tryPush(sender, companyId, one, until)))
      isMore = claimed.length === atOnce
    }
  }

  const task = runWhenWoken(
    { every, onFault: (error) => logger.warn({ err: error }, 'pushes could not be looked for; retrying') },
    async (signal) => {
      const companies = await companiesWithPushes(overviewPool, now())
      const each = companies.map((companyId) =>
        inTurn(() => setbacks.pushes.attempt(companyId, () => sendDue(companyId, signal))),
      )
      await Promise.all(each)
    },
  )
  return {
    wake: task.wake,
    async stop() {
      stopping.abort()
      await task.stop()
    },
  }
}
