import pLimit from 'p-limit'
import type { Services } from '#api/services/services.ts'
import { runWhenWoken, type WokenTask } from '#api/services/woken-task.ts'
import { sweepTexts } from '#api/texts/forget-texts.ts'
import { claimTexts, companiesWithTexts } from '#api/texts/text-rows.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { textProvider } from './provider.ts'
import { tryText } from './try-text.ts'

type Parts = Pick<
  Services,
  'config' | 'authPool' | 'ledgerPool' | 'overviewPool' | 'keys' | 'bell' | 'setbacks' | 'logger' | 'now'
>
type Options = {
  /** Milliseconds between looks at what is due, in case a notice was lost. */
  every?: number
  /** Milliseconds for which a claimed text is left to its process: longer than a try takes. */
  lease?: number
}

/** Companies that are worked on side by side, and what is sent of one at a time. */
const [companiesAtOnce, atOnce] = [2, 4]
/** Milliseconds between deletions of old rows. */
const sweepEvery = 3_600_000
/** Milliseconds after which the next company has its turn. */
const longestTurn = 30_000
/** Milliseconds: a pause that is longer ends with a look at all of them. */
const shortPause = 15_000

/** Sends text messages until stopped. Any number of processes may do so at once. */
export function startTexts(parts: Parts, { every = 5_000, lease = 60_000 }: Options = {}): WokenTask {
  const { config, ledgerPool, overviewPool, bell, setbacks, logger, now } = parts
  const provider = textProvider(config)
  const inTurn = pLimit(companiesAtOnce)
  let sweptAt = now().getTime()

  async function sendDue(companyId: string, signal: AbortSignal) {
    const began = performance.now()
    for (let isMore = true; isMore && !signal.aborted; ) {
      // The other companies have their turn meanwhile.
      if (performance.now() - began > longestTurn) return task.wake()
      const [at, until] = [now(), new Date(now().getTime() + lease)]
      const claimed = await inCompany(ledgerPool, companyId, (client) =>
        claimTexts(client, { companyId, now: at.toISOString(), until: until.toISOString(), limit: atOnce }),
      )
      for (const next of await Promise.all(claimed.map((one) => tryText({ ...parts, provider }, one)))) {
        const pause = next === undefined ? shortPause : next - now().getTime()
        if (pause < shortPause) task.wake(Math.max(pause, 1))
      }
      isMore = claimed.length === atOnce
    }
  }

  const task = runWhenWoken(
    { every, onFault: (error) => logger.warn({ err: error }, 'text messages could not be looked for; retrying') },
    async (signal) => {
      await Promise.all(
        (await companiesWithTexts(overviewPool, now())).map((companyId) =>
          inTurn(() => setbacks.texts.attempt(companyId, () => sendDue(companyId, signal))),
        ),
      )
      if (now().getTime() - sweptAt < sweepEvery) return
      sweptAt = now().getTime()
      await sweepTexts(parts)
    },
  )
  const stopListening = bell.listen('fettle_texts', () => task.wake(), { polled: false })
  return {
    wake: task.wake,
    async stop() {
      stopListening()
      await task.stop()
    },
  }
}
