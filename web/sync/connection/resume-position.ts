import type { CatchUpRequest, Push, SyncPosition } from '#core/wire/push.ts'

export type ResumeRequests = {
  /** Requests missed pushes; the server sends them, then the position up to which this browser is complete. */
  ask(missed: CatchUpRequest, answer: (place: SyncPosition) => void): void
  /** The position to request from while none is known: that of the oldest read. Not called again once it has resolved. */
  first(): Promise<CatchUpRequest>
  /** The gap before the pushes of this connection is closed. */
  onClosed?(): void
}

/**
 * Tracks the position up to which this browser has received every push, per projection, since one may lag behind the others.
 * Pushes on a new connection count only once the gap before them is closed.
 */
export function trackResumePosition({ ask, first, onClosed }: ResumeRequests) {
  let place: SyncPosition | undefined
  // Where this browser began, until the server has closed the gap since: what a later connection read first may miss something that
  // an earlier one was never told.
  let began: CatchUpRequest | undefined
  let closed = false
  let connection = 0

  return {
    /** Where this browser is; undefined while it may have missed something. */
    current: () => (closed ? place : undefined),
    /** Call for each new connection. Throws what {@link ResumeRequests.first} throws. */
    async connected() {
      connection += 1
      const here = connection
      closed = false
      const found = place ?? began ?? (await first())
      began ??= found
      if (here !== connection) return
      ask(place ?? began, (answer) => {
        if (here !== connection) return
        place = answer
        closed = true
        onClosed?.()
      })
    },
    /** Call for each push; returns whether it comes from another copy of the ledger, such as a restored backup. */
    pushed({ epoch, reached }: Pick<Push, 'epoch' | 'reached'>): boolean {
      const known = place ?? began
      const isAnother = known !== undefined && known.epoch !== epoch
      if (closed || isAnother) place = { epoch, reached }
      return isAnother
    },
  }
}
