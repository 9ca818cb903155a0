import type { Entry } from './outbox.ts'

/** A command as it is sent; to a server of the release before, which may still run beside a newer one, without its attempt. */
export const asSent = ({ commandId, happenedAt, command, attempt = 1 }: Entry, isNumbered: boolean) => ({
  commandId,
  happenedAt,
  attempt: isNumbered ? attempt : undefined,
  ...command,
})

/** The code with which a server of the release before rejects commands with attempts. */
export const unknownAttempt = 'unknown-field'
