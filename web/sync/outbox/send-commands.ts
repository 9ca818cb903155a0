import { secondFactorNeeded } from '#core/wire/account/confirmation-codes.ts'
import type { CommandsAnswer } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { CallFailure } from '#web/client/request.ts'
import { isLimited } from '#web/client/session.ts'
import { inTurn } from '#web/sync/storage/in-turn.ts'
import type { Entry } from './outbox.ts'
import { backoff, type SenderDependencies, type SendOutcome } from './outbox-sender.ts'
import { asSent, unknownAttempt } from './sent-commands.ts'

/**
 * Sends a person's commands over the API, from one tab at a time. Nothing is sent if somebody else has signed in by the time it
 * is this tab's turn.
 */
export const sendingFor = (person: string): Pick<SenderDependencies, 'send' | 'alone' | 'pause'> => ({
  send: (entries) => send(person, entries),
  alone: inTurn('fettle.outbox', 5_000),
  pause: backoff,
})

/** In milliseconds. A dead connection could block all tabs for minutes; resending is safe, as commands are accepted once. */
const timeout = 30_000

async function send(person: string, entries: readonly Entry[], areNumbered = true): Promise<SendOutcome> {
  if (isLimited()) return { failed: 'signed-out' }
  const commands = entries.map((one) => asSent(one, areNumbered))
  const signal = AbortSignal.timeout(timeout)
  try {
    const { results } = await call<CommandsAnswer>(paths.commands, { body: { commands }, signal, person })
    return { results }
  } catch (failure) {
    if (signal.aborted) return { failed: 'failing', error: 'The server has not answered in time.' }
    if (!(failure instanceof CallFailure)) throw failure
    return areNumbered && failure.code === unknownAttempt ? send(person, entries, false) : outcomeOf(failure)
  }
}

/** What a failed request means for its commands: they are rejected only if a retry would fail too. */
export function outcomeOf({ status, code, message, isForeign }: CallFailure): SendOutcome {
  // They wait until the person has set up the second factor that their company requires.
  if ((status === 401 && !isForeign) || code === secondFactorNeeded) return { failed: 'signed-out' }
  if ([0, 408, 425, 429].includes(status)) return { failed: 'unreachable' }
  // A firewall may object to one command alone, which must not hold up the others.
  return { failed: status >= 500 || isForeign ? 'failing' : 'rejected', error: message }
}
