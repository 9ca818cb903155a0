import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from './unavailable.ts'

/** Asks again every half second while the database is unavailable, ten seconds at most. Throws any other error at once. */
export async function untilAvailable<T>(ask: () => Promise<T>, { pause = 500, most = 20 } = {}): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask()
    } catch (error) {
      if (tries >= most || !isUnavailable(error)) throw error
      await sleep(pause)
    }
  }
}
