import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { takeTurns } from '#api/http/in-turn.ts'
import { type Command, decide, type Event, type Facts, type StoredEvent, target } from '#core/ledger/ledger.ts'
import type { Role } from '#core/model/messages.ts'
import { isRefusal, type Refusal } from '#core/model/refusals.ts'
import { type Append, append, type LogPosition, requestDigest } from '#ledger/log/append.ts'

/** Who gives a command that comes from us and not from a device. */
export type Giver = { companyId: string; actorId: string; actorRole: Role }

/** What a command of ours would append to its stream, or why it is refused; nothing is written yet. */
export function decided(
  giver: Giver,
  command: Command,
  {
    history = [],
    facts = {},
    restsOn,
  }: { history?: readonly StoredEvent[]; facts?: Facts; restsOn?: Append['restsOn'] } = {},
): Append | Refusal {
  const at = new Date().toISOString()
  const events: readonly Event[] | Refusal = decide(history, command, { ...giver, at, facts })
  if (isRefusal(events)) return events
  return {
    ...giver,
    ...target(command),
    commandId: randomUUID(),
    request: requestDigest({ ...command, actorId: giver.actorId }),
    expectedVersion: history.length,
    happenedAt: at,
    clock: 'server',
    events,
    restsOn,
  }
}

/** Appends inside the caller's transaction. Throws {@link MovedOn}, which undoes it, when the decision no longer holds. */
export async function appendOrUndo(client: pg.ClientBase, one: Append): Promise<LogPosition> {
  const appended = await append(client, one)
  if (appended.outcome !== 'appended') throw new MovedOn(appended.outcome)
  return appended
}

const mostTries = 5

/** Decides and writes again, a few times, when others changed meanwhile what was decided on. Throws what else fails. */
export async function untilTaken<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof MovedOn) || tries === mostTries) throw error
    }
  }
}

const inTurn = takeTurns()

/**
 * As {@link untilTaken}, one at a time for a company: who is invited rests on who is in, so that of many at once each would
 * overtake the others until one of them gave up.
 */
export const untilInvited = <T>(companyId: string, attempt: () => Promise<T>): Promise<T> =>
  inTurn(companyId, () => untilTaken(attempt))

/** What was decided on has changed meanwhile: decide again. */
export class MovedOn extends Error {
  constructor(outcome: string) {
    super(`The ledger moved on: ${outcome}`)
    this.name = 'MovedOn'
  }
}
