import type pg from 'pg'
import { commandLog } from '#api/commands/command-log.ts'
import { RightsMovedOn } from '#api/rights/standing.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { inSnapshotOf } from '#ledger/database/connect.ts'
import { readEvents } from '#ledger/log/read.ts'
import { begin } from '#test/simulation/page/page-globals.ts'
import { factsIn } from './memory-log.ts'
import type { OpenLog } from './memory-server.ts'

/**
 * The log of one company in a real database: the API's own appending, streams and outcomes of commands. The rest of the server
 * folds what is read back of it after each append.
 */
export const postgresLog =
  (pool: pg.Pool): OpenLog =>
  (loop, random, companyId) => {
    const database = commandLog(pool)
    const events: StoredEvent[] = []
    const accepted = new Set<string>()
    const usernames: Record<string, string> = {}
    const endedSessions = new Set<string>()
    const now = () => new Date(begin + loop.now())
    /** Other commands may come between any two steps. */
    const step = () => loop.sleep(random.between(0, 3))
    let line: Promise<unknown> = Promise.resolve()
    const readOn = () => {
      const turn = line.then(() =>
        inSnapshotOf(pool, companyId, async (client) => {
          events.push(...(await readEvents(client, companyId, events.length, 1_000)))
        }),
      )
      line = turn
      return turn
    }
    return {
      usernames,
      endedSessions,
      now,
      events: () => events,
      isAccepted: (commandId) => accepted.has(commandId),
      async facts(_, command) {
        await step()
        return factsIn(events, command, { usernames, now: now() })
      },
      async history(_, streamId) {
        await step()
        return loop.outside(database.history(companyId, streamId))
      },
      async outcome(_, commandId) {
        await step()
        return loop.outside(database.outcome(companyId, commandId))
      },
      async refuse(_, commandId, attempt) {
        await step()
        return loop.outside(database.refuse(companyId, commandId, attempt))
      },
      async streams(_, streamIds) {
        await step()
        return loop.outside(database.streams(companyId, streamIds))
      },
      async appendTogether(_, commands, basis) {
        await step()
        // Accounts and their sessions are in memory.
        if (basis.sessions?.some(({ sessionId }) => endedSessions.has(sessionId))) return { outcome: 'moved-on' }
        const append = async () => {
          const appended = await database.appendTogether(companyId, commands, { ...basis, sessions: [] })
          await readOn()
          return appended
        }
        const appended = await loop.outside(append())
        if (appended.outcome === 'appended') for (const { commandId } of commands) accepted.add(commandId)
        return appended
      },
      async append({ standing, ...one }) {
        await step()
        const { sessionId = '', ...rights } = standing ?? { userId: '', version: 0, companyVersion: 0 }
        if (endedSessions.has(sessionId)) throw new RightsMovedOn()
        const append = async () => {
          const appended = await database.append(standing ? { ...one, standing: rights } : one)
          await readOn()
          return appended
        }
        const appended = await loop.outside(append())
        if (appended.outcome !== 'different') accepted.add(one.commandId)
        return appended
      },
    }
  }
