import pLimit from 'p-limit'
import type { Services } from '#api/services/services.ts'
import { runWhenWoken, type WokenTask } from '#api/services/woken-task.ts'
import { notifyPeople } from '#core/reactions/notify-people.ts'
import type { Reaction } from '#core/reactions/reaction.ts'
import { companiesBehind, hasNews, readStart } from './checkpoint-rows.ts'
import { react } from './react.ts'

type Parts = Pick<Services, 'ledgerPool' | 'overviewPool' | 'bell' | 'setbacks' | 'logger'>
type Options = {
  reactions?: readonly Reaction[]
  /** Milliseconds between looks at all companies, in case a ring of the bell was lost. */
  every?: number
  /** How many events are taken together. */
  limit?: number
}

/** Companies that are reacted to at a time. */
const atOnce = 2
/** Milliseconds until a company is looked at again that another process was at, perhaps from before its newest events. */
const recheckAfter = 50

/**
 * Reacts to what is appended, a company at a time, until stopped. A company that fails is logged, counted and retried with growing
 * pauses, and holds up no other. Any number of processes may do so at once.
 */
export function startReactions(parts: Parts, options: Options = {}): WokenTask {
  const { ledgerPool, overviewPool, bell, setbacks, logger } = parts
  const { reactions = [notifyPeople], every = 15_000, limit } = options
  const starts = new Map<string, string>()
  let heard = new Set<string>()
  let lookAtAll = true
  let lookedAt = 0

  async function startOf({ name }: Reaction): Promise<string> {
    const known = starts.get(name) ?? (await readStart(ledgerPool, name))
    starts.set(name, known)
    return known
  }

  async function reactTo(companyId: string, reaction: Reaction, startedAt: string, signal: AbortSignal) {
    for (let more = true; more && !signal.aborted; ) {
      const reacted = await react(ledgerPool, companyId, reaction, { startedAt, limit })
      if (reacted.changed) bell.ring('fettle_notified', [companyId])
      if (reacted.more === 'busy') {
        heard.add(companyId)
        task.wake(recheckAfter)
      }
      more = reacted.more === true
    }
  }

  const inTurn = pLimit(atOnce)
  const task = runWhenWoken(
    { every, onFault: (error) => logger.warn({ err: error }, 'reactions could not be looked for; retrying') },
    async (signal) => {
      const companies = heard
      heard = new Set()
      const isFull = lookAtAll || performance.now() - lookedAt >= every
      lookAtAll = false
      for (const reaction of reactions) {
        const startedAt = await startOf(reaction)
        const behind = new Set(isFull ? await companiesBehind(overviewPool, reaction.name) : [])
        const each = [...new Set([...companies, ...behind])].map((companyId) =>
          inTurn(() =>
            setbacks.reactions.attempt(companyId, async () => {
              if (behind.has(companyId) || (await hasNews(ledgerPool, companyId, reaction)))
                await reactTo(companyId, reaction, startedAt, signal)
            }),
          ),
        )
        await Promise.all(each)
      }
      if (isFull) lookedAt = performance.now()
    },
  )
  const stopListening = bell.listen(
    'fettle_appended',
    (companyIds) => {
      if (companyIds === 'all') lookAtAll = true
      else for (const companyId of companyIds) heard.add(companyId)
      task.wake()
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
