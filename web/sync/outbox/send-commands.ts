import type { CommandsAnswer } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { CallFailure } from '#web/client/request.ts'
import type { Entry } from './outbox.ts'
import { backoff, type SenderDependencies, type SendOutcome } from './outbox-sender.ts'

/**
 * Sending a person's commands from a browser: over the API, and from one tab at a time. By the time that it is this tab's turn
 * somebody else may have signed in: then nothing is sent.
 */
export const sendingFor = (person: string): Pick<SenderDependencies, 'send' | 'alone' | 'pause'> => ({
  send: (entries) => send(person, entries),
  // Web Locks exist on secure addresses only. Without them two tabs may send the same command, which is taken once.
  alone: async (work) =>
    typeof navigator.locks === 'undefined' ? work() : navigator.locks.request('fettle.outbox', work),
  pause: backoff,
})

/**
 * A connection that died without a word keeps a request for minutes, and all tabs with it. What was taken after all is taken
 * once.
 */
const longest = 30_000

async function send(person: string, entries: readonly Entry[]): Promise<SendOutcome> {
  const commands = entries.map(({ commandId, happenedAt, command }) => ({ commandId, happenedAt, ...command }))
  const signal = AbortSignal.timeout(longest)
  try {
    const { results } = await call<CommandsAnswer>(paths.commands, { body: { commands }, signal, person })
    return { results }
  } catch (failure) {
    if (signal.aborted) return { failed: 'unreachable' }
    if (!(failure instanceof CallFailure)) throw failure
    return outcomeOf(failure)
  }
}

/** What a failed request means for the commands in it: only what would fail again as it stands is turned down. */
export function outcomeOf({ status, message }: CallFailure): SendOutcome {
  if (status === 401) return { failed: 'signed-out' }
  const mayPass = status === 0 || status >= 500 || status === 408 || status === 425 || status === 429
  return mayPass ? { failed: 'unreachable' } : { failed: 'rejected', error: message }
}
