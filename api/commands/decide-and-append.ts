import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { basisOf, RightsMovedOn, type Standing } from '#api/rights/standing.ts'
import { decide } from '#core/ledger/decide.ts'
import { type Command, type Facts, type StoredEvent, target } from '#core/ledger/ledger.ts'
import type { ActorRole } from '#core/model/messages.ts'
import { isRefusal, type Refusal } from '#core/model/refusals.ts'
import { inCompany } from '#ledger/database/connect.ts'
import {
  type Append,
  type Appended,
  append,
  appendTogether,
  type LogPosition,
  requestDigest,
  settledBefore,
} from '#ledger/log/append.ts'

/**
 * The person who issues a command; the system if there is no `userId`. `isClosed` if their company was closed. With a `standing`, as
 * all signed-in people have one, the command is appended only while their rights are those that were read.
 */
export type Actor = { companyId: string; userId?: string; role: ActorRole; isClosed?: boolean; standing?: Standing }

/** What a decision appends, and the standing of the person whose decision it is. */
export type Decided = Append & { standing?: Standing }

/** The state a decision is based on: the history of the command's own stream, and facts of other streams. */
export type Basis = { history?: readonly StoredEvent[]; facts?: Facts; restsOn?: Append['restsOn'] }

/** A command's id, its time, by the device's clock or the server's, and which attempt of the device it is. */
export type Stamp = Pick<Append, 'commandId' | 'happenedAt' | 'clock' | 'attempt'>

/** The stamp of a command that the server itself issues. */
export const serverStamp = (now = new Date()): Stamp => ({
  commandId: randomUUID(),
  happenedAt: now.toISOString(),
  clock: 'server',
})

/** Decides a command: the append it results in, or the reason for its refusal. Writes nothing. */
export function decideAppend(
  actor: Actor,
  command: Command,
  { history = [], facts = {}, restsOn }: Basis = {},
  stamp: Stamp = serverStamp(),
): Decided | Refusal {
  const events = decide(history, command, contextOf(actor, stamp, facts))
  if (isRefusal(events)) return events
  const appended = appendOf(actor, command, { events, expectedVersion: history.at(-1)?.version ?? 0 }, stamp)
  return restsOn ? { ...appended, restsOn } : appended
}

/** What a decision knows of a command's giver, time and facts. */
export const contextOf = (
  { companyId, userId, role: actorRole, isClosed = false }: Actor,
  { happenedAt: at }: Pick<Stamp, 'happenedAt'>,
  facts: Facts,
) => ({ companyId, actorId: userId ?? '', actorRole, at, isClosed, facts })

/** The append of decided events. */
export const appendOf = (
  { companyId, userId, role: actorRole, standing }: Actor,
  command: Command,
  decided: Pick<Append, 'events' | 'expectedVersion'>,
  stamp: Stamp,
): Decided => ({
  ...stamp,
  ...target(command),
  companyId,
  actorRole,
  ...(userId === undefined ? {} : { actorId: userId }),
  ...(standing ? { standing } : {}),
  request: requestOf(command, userId),
  ...decided,
})

/** The digest that distinguishes a retry of this actor's command from a different command with the same id. */
export const requestOf = ({ type, data }: { type: string; data: unknown }, userId: string | undefined): Buffer =>
  requestDigest({ type, data, ...(userId === undefined ? {} : { actorId: userId }) })

/**
 * Appends, in the caller's transaction if `db` is a client. Throws {@link AppendConflict}, which rolls that transaction back,
 * if the decision's basis has changed, {@link RightsMovedOn} if the rights of its person have, and {@link RefusedBefore} if this
 * attempt of the command was refused.
 */
export async function appendOrConflict(db: pg.Pool | pg.ClientBase, decision: Decided): Promise<NotConflict> {
  const { companyId, standing } = decision
  return notConflict(await append(db, decision, standing ? basisOf({ ...standing, companyId }, [standing]) : {}))
}

/** Appends what a person decided to several streams, all or none, in the caller's transaction; throws as {@link appendOrConflict} does. */
export async function appendAllOrConflict(
  client: pg.ClientBase,
  [first, ...others]: readonly [Decided, ...Decided[]],
): Promise<readonly [LogPosition, ...LogPosition[]]> {
  const { companyId, standing } = first
  const basis = standing ? basisOf({ ...standing, companyId }, [standing]) : {}
  const appended = await appendTogether(client, companyId, [first, ...others], basis)
  if (appended.outcome === 'moved-on') throw new RightsMovedOn()
  const [position, ...rest] = appended.outcome === 'appended' ? appended.positions : []
  if (!position) throw new AppendConflict()
  return [position, ...rest]
}

/**
 * Appends together with what `write` stores: both, or neither. `pool` is the sign-in pool; a command that was accepted before stores
 * nothing again. Throws as {@link appendOrConflict} does.
 */
export async function appendWith(
  pool: pg.Pool,
  decision: Decided,
  write: (client: pg.ClientBase) => Promise<void>,
): Promise<NotConflict> {
  try {
    return await inCompany(pool, decision.companyId, async (client) => {
      await write(client)
      return appendOrConflict(client, decision)
    })
  } catch (error) {
    if (!(error instanceof AppendConflict)) throw error
    return notConflict(await settledBefore(pool, decision))
  }
}

function notConflict(appended: Appended): NotConflict {
  if (appended.outcome === 'conflict') throw new AppendConflict()
  if (appended.outcome === 'moved-on') throw new RightsMovedOn()
  if (appended.outcome === 'refused') throw new RefusedBefore()
  return appended
}

export type NotConflict = Exclude<Appended, { outcome: 'conflict' | 'moved-on' | 'refused' }>

const mostTries = 5

/**
 * Runs an attempt (read, decide, append) again after each {@link AppendConflict}, five times in all. Throws the last conflict,
 * or any other error at once.
 */
export async function retryOnConflict<T>(attempt: (tries: number) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(tries)
    } catch (error) {
      if (!(error instanceof AppendConflict) || tries === mostTries) throw error
    }
  }
}

/** The basis of a decision changed before it was appended; the caller should read it and decide again. */
export class AppendConflict extends Error {
  constructor() {
    super('Other events were appended first')
    this.name = 'AppendConflict'
  }
}

/** This attempt of a command was refused before, so it is refused again. */
export class RefusedBefore extends Error {
  constructor() {
    super('This attempt was refused before')
    this.name = 'RefusedBefore'
  }
}
