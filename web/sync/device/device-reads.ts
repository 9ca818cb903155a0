import type * as z from 'zod/mini'
import type { SessionUser } from '#core/wire/account/session.ts'
import type { SyncPosition } from '#core/wire/push.ts'
import { CallFailure } from '#web/client/request.ts'
import { useConnectionState } from '#web/sync/connection-state.ts'
import { type KeptAnswers, keptAnswers } from './kept-answers.ts'

/** Reads through this device. The schema is loaded only when a kept answer is needed. */
type Read<Answer> = {
  key: readonly unknown[]
  schema: () => Promise<z.ZodMiniType<Answer>>
  read: () => Promise<Answer>
  /** What to show of this device if no answer is kept under the key. */
  otherwise?: (here: KeptAnswers) => Promise<Answer | undefined>
}

let device: KeptAnswers | undefined
/** What is being wiped. */
let leaving: KeptAnswers | undefined

/** Keeps answers for this user from now on, and deletes those of anybody else: a role sees no other role's answers. */
export function openDevice({
  companyId,
  userId,
  userRole,
}: Pick<SessionUser, 'companyId' | 'userId' | 'userRole'>): void {
  const here = keptAnswers(`${companyId}:${userId}:${userRole}`)
  device = here
  leaving = undefined
  hasMissed = false
  outdated.clear()
  void deleteSurely(() => here.tidy())
}

/**
 * Notes which copy of the ledger the server has. The answers of another copy, such as the one before a restore, are deleted;
 * returns whether there were any.
 */
export async function noteEpoch(epoch: number): Promise<boolean> {
  try {
    const known = await device?.read(epochKey)
    const isAnother = known !== undefined && known !== epoch
    if (isAnother) await device?.wipe()
    await device?.keep(epochKey, epoch)
    return isAnother
  } catch (error) {
    report(error)
    return false
  }
}

const epochKey = ['epoch']
const positionKey = ['position']

/** Whether this device has refused to write something that was pushed: then what it keeps stays behind. */
let hasMissed = false
function miss(error: unknown) {
  hasMissed = true
  report(error)
}

/** Records that all kept jobs include the pushes up to this position; after a refused write it leaves the earlier one. */
export async function keepPosition(position: SyncPosition): Promise<void> {
  if (!hasMissed) await device?.keep(positionKey, position).catch(report)
}

/** The seq of the oldest kept answer whose key begins like this; undefined if there is none. */
export async function oldestKept(start: readonly unknown[]): Promise<number | undefined> {
  try {
    return await device?.oldest(start)
  } catch (error) {
    report(error)
    return undefined
  }
}

/** The position that all kept jobs include; undefined if this device does not know. */
export const keptPosition = (): Promise<SyncPosition | undefined> =>
  keptAnswer(device, positionKey, async () => (await import('#core/wire/push.ts')).syncPosition)

/** Whether an answer is on this device. */
export async function isKept(key: readonly unknown[]): Promise<boolean> {
  try {
    return (await device?.isKept(key)) ?? false
  } catch (error) {
    report(error)
    return false
  }
}

/** Deletes the answers whose keys begin like this: they changed in a way that this device was not told. */
export async function forgetKept(start: readonly unknown[]): Promise<void> {
  await device?.forget(start).catch(miss)
}

/** What this device keeps for the person who uses it now; undefined while nobody does. */
export const openedDevice = (): KeptAnswers | undefined => device

/** Deletes everything the server has answered on this device. */
export async function wipeDevice(): Promise<void> {
  const here = device ?? leaving
  device = undefined
  leaving = here
  if (here) await deleteSurely(() => here.wipe())
}

/** In milliseconds: when a deletion that the device has refused is tried again. */
const deleteAgainAfter = 5_000
let deletions = 0

/** Deletes now, and again if the device refuses, until it has done so or there is something else to delete. Never fails. */
async function deleteSurely(work: () => Promise<void>): Promise<void> {
  deletions += 1
  const mine = deletions
  try {
    await work()
  } catch (error) {
    report(error)
    setTimeout(() => mine === deletions && void deleteSurely(work), deleteAgainAfter)
  }
}

/** Milliseconds that a read waits for the server while there is a kept answer to show. */
const readPatience = 5_000

/**
 * Reads from the server and keeps the answer on this device; while the server cannot be reached, or has not answered in five
 * seconds, returns the kept one. Throws what `read` throws if the server refused, or if nothing is kept.
 */
export async function readOrKept<Answer>({ key, schema, read, otherwise }: Read<Answer>): Promise<Answer> {
  const here = device
  const keptHere = async () =>
    (await keptAnswer(here, key, schema)) ?? (here && (await otherwise?.(here).catch(reported)))
  const arrived = await lateAnswer(key, schema)
  if (arrived !== undefined) return arrived
  const reading = read()
  try {
    const kept = await keptIfSlow(reading, keptHere)
    if (kept !== undefined) {
      void followLate(reading, key, here)
      return kept
    }
    const answer = await reading
    // Somebody else, or the same person in another role, may use this device by now.
    if (here === device) void here?.keep(key, answer).catch(report)
    outdated.delete(JSON.stringify(key))
    awaited.delete(JSON.stringify(key))
    return answer
  } catch (error) {
    if (!isUnreachable(error)) throw error
    nameOutdated(key)
    const kept = await keptHere()
    if (kept === undefined) throw error
    return kept
  }
}

/** The keys of the reads whose last attempt did not reach the server. */
export const outdatedReads = (): readonly (readonly unknown[])[] => [...outdated.values()]

/** Calls back when a read does not reach the server; returns a function that stops. */
export function watchOutdatedReads(tell: () => void): () => void {
  watching.add(tell)
  return () => void watching.delete(tell)
}

/** Names a read whose answer is out of date, so that it is read again soon. */
export function nameOutdated(key: readonly unknown[]) {
  outdated.set(JSON.stringify(key), key)
  for (const tell of watching) tell()
}

const outdated = new Map<string, readonly unknown[]>()
const watching = new Set<() => void>()

/** The kept answer once the server has not answered in five seconds; undefined if it has, or if nothing is kept. */
async function keptIfSlow<Answer>(reading: Promise<Answer>, kept: () => Promise<Answer | undefined>) {
  const { promise: slow, resolve } = Promise.withResolvers<'slow'>()
  const timer = setTimeout(resolve, readPatience, 'slow')
  const first = await Promise.race([slow, reading.then(() => 'answered' as const)]).finally(() => clearTimeout(timer))
  return first === 'slow' ? kept() : undefined
}

/** By key the slow reads that have not answered, and whose answers nothing newer has replaced meanwhile. */
const awaited = new Map<string, Set<Promise<unknown>>>()
/** The answers that came after the kept ones had been shown, while their screens read them. */
const late = new Map<string, unknown>()
type TellLate = (key: readonly unknown[]) => Promise<unknown>
const tellNobody: TellLate = async () => undefined
let tellLate = tellNobody

/**
 * Calls back with the key of each answer that arrived late: reading it before the returned promise has settled gives it at once.
 * Returns how to stop.
 */
export function onLateAnswer(tell: TellLate): () => void {
  tellLate = tell
  return () => {
    if (tellLate === tell) tellLate = tellNobody
    late.clear()
  }
}

/** An answer that has just arrived and that its screen reads now, once. */
async function lateAnswer<Answer>(key: readonly unknown[], schema: Read<Answer>['schema']) {
  const name = JSON.stringify(key)
  if (!late.has(name)) return undefined
  const answer = late.get(name)
  late.delete(name)
  return (await schema()).safeParse(answer).data
}

/** Waits for an answer that is not awaited any more, and says so on the line. */
async function followLate(reading: Promise<unknown>, key: readonly unknown[], here: KeptAnswers | undefined) {
  const slowReads = (by: 1 | -1) => useConnectionState.setState((now) => ({ slowReads: now.slowReads + by }))
  const name = JSON.stringify(key)
  const others = awaited.get(name) ?? []
  awaited.set(name, new Set([...others, reading]))
  slowReads(1)
  try {
    const answer = await reading
    // A later read has answered before it, with something newer.
    if (!awaited.get(name)?.has(reading)) return
    for (const older of others) awaited.get(name)?.delete(older)
    // A device that has no room for it shows it all the same.
    if (here === device) await here?.keep(key, answer).catch(report)
    if (here !== device || !awaited.get(name)?.has(reading)) return
    outdated.delete(name)
    late.set(name, answer)
    // What no screen shows is not read now, and may be out of date when it is.
    void tellLate(key).finally(() => late.delete(name))
  } catch (error) {
    if (isUnreachable(error)) nameOutdated(key)
    else if (!(error instanceof CallFailure)) report(error)
  } finally {
    awaited.get(name)?.delete(reading)
    if (awaited.get(name)?.size === 0) awaited.delete(name)
    slowReads(-1)
  }
}

/** Replaces part of a kept answer with what was pushed, if that changes it; keeps nothing that was not kept before. */
export async function updateKept<Answer>(
  key: readonly unknown[],
  schema: Read<Answer>['schema'],
  by: (answer: Answer) => Answer | undefined,
): Promise<void> {
  const here = device
  try {
    if (!(await here?.isKept(key))) return
    const shape = await schema()
    await here?.change(key, (kept) => {
      const { data } = shape.safeParse(kept)
      return data === undefined ? undefined : by(data)
    })
  } catch (error) {
    miss(error)
  }
}

/** What a proxy answers when the server behind it is down counts as unreachable too. */
const isUnreachable = (error: unknown) =>
  error instanceof CallFailure && (error.status === 0 || [502, 503, 504].includes(error.status))

/** What a read with this key and schema would return from this device alone. */
export const readKept = <Answer>(key: readonly unknown[], schema: Read<Answer>['schema']) =>
  keptAnswer(device, key, schema)

/** A kept answer; undefined if there is none, or if an older build kept it in another shape. */
async function keptAnswer<Answer>(
  from: KeptAnswers | undefined,
  key: Read<Answer>['key'],
  schema: Read<Answer>['schema'],
) {
  try {
    const kept = await from?.read(key)
    return kept === undefined ? undefined : (await schema()).safeParse(kept).data
  } catch (error) {
    report(error)
    return undefined
  }
}

const report = (error: unknown) => console.error('Answers are not kept', error)
function reported(error: unknown): undefined {
  report(error)
}
