import { logOut } from '#web/client/session.ts'
import { forgetCalls } from '#web/sync/device/calls.ts'
import { wipeDevice } from '#web/sync/device/device-reads.ts'
import { draftWiping } from '#web/sync/device/drafts.ts'
import { useLedger, wiping } from '#web/sync/ledger/ledger-store.ts'
import { refused } from '#web/sync/outbox/outbox.ts'
import { earlyWiping } from '#web/sync/photos/early-photos.ts'
import { photoWiping, usePhotos } from '#web/sync/photos/photo-store.ts'
import { unsentWorkCount } from '#web/sync/unsent-work.ts'

/** Milliseconds that a device has to say what it stores. */
const patience = 3_000

/** Only the server can end a session. */
const unreached = 'The server can’t be reached, so you’re still signed in. Log out when you’re back online.'

/** Signs out and clears this device's data; returns why that failed, if it did. */
export async function leaveDevice(): Promise<string | undefined> {
  const wipes = [wiping(), photoWiping(), earlyWiping(), draftWiping(), wipeDevice, forgetCalls]
  const failure = await logOut()
  if (failure) return failure.status === 0 || failure.isForeign ? unreached : failure.message
  await Promise.all(wipes.map((wipe) => wipe()))
  return undefined
}

/** Storage that cannot be read may hold work. */
const unread = 'This device can’t tell whether all your changes have been sent. Any that haven’t been will be lost.'

/** What would be lost, or might be, if this device's work were deleted now; undefined if nothing would. */
export async function workToLose(): Promise<string | undefined> {
  await untilRead()
  const { queue } = useLedger.getState()
  const { photos } = usePhotos.getState()
  const count = unsentWorkCount(queue, photos)
  const failed = refused(queue).length + photos.filter(({ state }) => state === 'failed').length
  if (count > 0) return `${wordsOf(count, failed)} and will be lost.`
  return isRead() ? undefined : unread
}

const isRead = () => useLedger.getState().queueRead && usePhotos.getState().isRead

async function untilRead() {
  if (isRead()) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const check = () => isRead() && resolve()
  const stops = [useLedger.subscribe(check), usePhotos.subscribe(check)]
  const timer = setTimeout(resolve, patience)
  await promise
  clearTimeout(timer)
  for (const stop of stops) stop()
}

function wordsOf(count: number, failed: number) {
  if (failed === 0) return count === 1 ? '1 change hasn’t been sent' : `${count} changes haven’t been sent`
  if (failed === count) return count === 1 ? '1 change was refused' : `${count} changes were refused`
  return `${count} changes haven’t been sent or were refused`
}
