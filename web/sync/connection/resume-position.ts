import type { CatchUpRequest, Push, SyncPosition } from '#core/wire/push.ts'

export type Asking = {
  /** Asks the server for what was missed; it answers, after all of that, up to where this browser now has everything. */
  ask(missed: CatchUpRequest, told: (place: SyncPosition) => void): void
  /** What to ask for while no place is known: since the oldest thing that was read. */
  first(): Promise<CatchUpRequest>
}

/**
 * Keeps up to where this browser was told of everything, projection by projection: one that lags behind the others is asked for
 * from where it stood. What is pushed on a new connection counts only when the gap before it is closed.
 */
export function trackResumePosition({ ask, first }: Asking) {
  let place: SyncPosition | undefined
  let closed = false
  let connection = 0

  return {
    /** To be called for each new connection. Throws what {@link Asking.first} throws. */
    async connected() {
      connection += 1
      const here = connection
      closed = false
      const missed = place ?? (await first())
      if (here !== connection) return
      ask(missed, (told) => {
        if (here !== connection) return
        place = told
        closed = true
      })
    },
    /** To be called for each push; says whether it comes from another copy of the ledger than what came before. */
    pushed({ epoch, reached }: Pick<Push, 'epoch' | 'reached'>): boolean {
      const isAnother = place !== undefined && place.epoch !== epoch
      if (closed || isAnother) place = { epoch, reached }
      return isAnother
    },
  }
}
