import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedPostgres } from '#cli/database/embedded-postgres.ts'
import { messageOf } from './error-message.ts'

/** Starts the database again should it die, for as long as it takes (a full disk is cured one day). Returns how to end this. */
export function keepAlive(database: EmbeddedPostgres, report: (line: string) => void): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const watching = (async () => {
    while (!signal.aborted) {
      try {
        if (await database.revive()) report('PostgreSQL had ended and was started again.')
      } catch (error) {
        report(messageOf(error))
      }
      await sleep(500, undefined, { signal }).catch(() => {})
    }
  })()
  return async () => {
    stopping.abort()
    await watching
  }
}
