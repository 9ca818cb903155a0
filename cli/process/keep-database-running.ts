import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedPostgres } from '#cli/database/embedded-postgres.ts'
import { errorMessage } from './error-message.ts'

/** Restarts the database whenever it dies, retrying for ever: even a full disk is cleared one day. Says why once. Returns how to stop. */
export function keepDatabaseRunning(database: EmbeddedPostgres, report: (line: string) => void): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  let said: string | undefined
  const watching = (async () => {
    while (!signal.aborted) {
      try {
        if (await database.revive()) report('PostgreSQL stopped unexpectedly and was restarted.')
        said = undefined
      } catch (error) {
        const message = errorMessage(error)
        if (message !== said) report(message)
        said = message
      }
      await sleep(500, undefined, { signal }).catch(() => {})
    }
  })()
  return async () => {
    stopping.abort()
    await watching
  }
}
