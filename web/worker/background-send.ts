import type { SignedIn } from '#core/wire/account/session.ts'
import type { CommandsAnswer } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'
import { CallFailure, request } from '#web/client/request.ts'
import type { Entry } from '#web/sync/outbox/outbox.ts'
import { asSent, unknownAttempt } from '#web/sync/outbox/sent-commands.ts'
import { type StoredEntry, upcast } from '#web/sync/outbox/stored-entry.ts'
import { inTurn } from '#web/sync/storage/in-turn.ts'
import { strictStore } from '#web/sync/storage/strict-store.ts'

/** Milliseconds that the server has to answer. */
const timeout = 30_000
const most = 100

/**
 * Sends the signed-in person's unsent changes while no page is open. It changes nothing on the device: the next page sends them
 * again under the same ids, hears the outcome of each, and shows it. Throws if the server cannot be reached; the browser then
 * tries again a few times.
 */
export async function sendInBackground(): Promise<void> {
  // The locks of the pages: a renewal uses up the cookie.
  const session = await inTurn('fettle.session', 10_000)(renewed)
  if (!session) return
  const { companyId, userId } = session.user
  await inTurn(
    'fettle.outbox',
    5_000,
  )(async () => {
    const commands = await finalCommands(`${companyId}:${userId}`)
    for (let sent = 0; sent < commands.length; sent += most)
      await post(commands.slice(sent, sent + most), session.token)
  })
}

async function post(entries: readonly Entry[], token: string, areNumbered = true): Promise<void> {
  const commands = entries.map((one) => asSent(one, areNumbered))
  try {
    await request<CommandsAnswer>(paths.commands, { body: { commands }, token, timeout })
  } catch (failure) {
    if (!areNumbered || !(failure instanceof CallFailure) || failure.code !== unknownAttempt) throw failure
    await post(entries, token, false)
  }
}

/** A token for the person who is signed in; undefined if nobody is, or may not send until they have set up a second factor. */
async function renewed(): Promise<SignedIn | undefined> {
  try {
    const session = await request<SignedIn>(paths.refresh, { method: 'POST', timeout })
    return session.needsSecondFactor ? undefined : session
  } catch (error) {
    const isRefused = error instanceof CallFailure && error.status >= 400 && error.status < 500 && !error.isForeign
    if (isRefused) return undefined
    throw error
  }
}

/**
 * A person's waiting commands in order, up to the first that a page must decide on: one that is held or may be revised, is stuck
 * or refused, or was stored by a later build.
 */
async function finalCommands(owner: string) {
  const stored = await strictStore('fettle-commands', 'commands')('readonly', (records) => recordsOf(records, owner))
  const entries = stored.map(upcast).filter((one) => one?.state !== 'accepted')
  const isFinal = (one: (typeof entries)[number]) =>
    one?.state === 'waiting' && !one.isRevisable && (one.notBefore ?? 0) <= Date.now()
  const end = entries.findIndex((one) => !isFinal(one))
  return entries.slice(0, end < 0 ? entries.length : end).flatMap((one) => one ?? [])
}

/** By their ids, which begin with the time. */
const recordsOf = (records: IDBObjectStore, owner: string) =>
  new Promise<StoredEntry[]>((resolve, reject) => {
    const found: IDBRequest<StoredEntry[]> = records.getAll(IDBKeyRange.bound([owner], [owner, []]))
    found.onsuccess = () => resolve(found.result)
    found.onerror = () => reject(found.error)
  })
