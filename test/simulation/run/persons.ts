import { createHash } from 'node:crypto'
import { type Random, uuidOf } from '#test/simulation/clock/random.ts'
import { madeSmaller, newPhoto } from '#test/simulation/device/codec.ts'
import type { Device, Tab } from '#test/simulation/device/device.ts'
import { PhotoFile } from '#test/simulation/network/photo-file.ts'
import type { Deletion } from '#web/sync/ledger/dispatch.ts'
import { type Act, actOnJob, actOnParts, actOnTodos, newJob } from './acts.ts'
import { canary, type World } from './world.ts'

type Held = Deletion & { commandId: string }

/** What people do at the pages in front of them. */
export function persons({ random, loop, given, photos, sessions, note, usersOf }: World) {
  const deletions = new Map<Tab, Held>()

  const perform = (tab: Tab, act: Act | undefined) => {
    if (!act) return
    if (!act.isDeletion) return void tab.page.give(act.command)
    const held = tab.page.remove(act.command)
    if (held) deletions.set(tab, held)
  }
  /** Undo, as the toast of a deletion offers it. */
  const undo = (device: Device, tab: Tab) => {
    const held = deletions.get(tab)
    if (!held) return
    deletions.delete(tab)
    given.undoAsked(held.commandId)
    void held.undo().then((undone) => {
      if (!undone || !tab.alive) return
      // What only memory knows goes with the page.
      if (tab.page.isKeeping()) given.ended(held.commandId, 'undone')
      note(`${device.name} tab ${tab.id} took back ${held.commandId.slice(-6)}`)
    })
  }
  const answer = (device: Device, tab: Tab) => {
    const entry = random.pick(tab.page.queue().filter(({ state }) => state === 'refused' || state === 'stuck'))
    if (!entry) return
    const how =
      random.pick(entry.conflict ? (['first', 'second'] as const) : (['retry', 'discard'] as const)) ?? 'retry'
    note(`${device.name} tab ${tab.id} answers ${entry.state} ${entry.commandId.slice(-6)}: ${how}`)
    // Every answer but a retry drops the command.
    if (how === 'retry') given.retried(entry.commandId)
    else given.ended(entry.commandId, entry.state === 'refused' ? 'refused' : 'discarded')
    void tab.page.answer(entry, how)
  }
  const takePhoto = (device: Device, tab: Tab, userId: string) => {
    const jobId = random.pick(Object.keys(tab.page.shown().jobs))
    if (!jobId) return
    const imageId = uuidOf(random)
    // Some go whole, others in pieces.
    const bytes = newPhoto(random, random.pick([900, 90_000, 300_000, 700_000]) ?? 900)
    const made = madeSmaller(bytes) ?? bytes
    const digests = [bytes, made].map((one) => createHash('sha256').update(one).digest('hex'))
    photos.gave({ imageId, jobId, userId, device: device.name, tab, digests })
    note(`${device.name} tab ${tab.id} gives photo ${imageId.slice(-6)} of ${bytes.length} bytes`)
    tab.page.addPhoto(jobId, new PhotoFile(bytes, 'sink.jpg'), imageId)
  }
  const answerPhoto = (device: Device, tab: Tab) => {
    const photo = random.pick(tab.page.photos().filter(({ state }) => state !== 'sent'))
    if (!photo) return
    const how = photo.state === 'waiting' || photo.state === 'sending' || random.chance(0.5) ? 'discard' : 'retry'
    note(`${device.name} tab ${tab.id} answers photo ${photo.state} ${photo.imageId.slice(-6)}: ${how}`)
    const all = device.tabs().flatMap((one) => one.page.photos())
    const isUnderWay = all.some(
      ({ imageId, state }) => imageId === photo.imageId && (state === 'sending' || state === 'sent'),
    )
    if (how === 'retry') return tab.page.retryPhoto(photo)
    photos.discarded(photo.imageId)
    void tab.page.discardPhoto(photo.imageId).then((isDeleted) => {
      if (isDeleted && !isUnderWay) photos.deleted(photo.imageId, loop.now())
    })
  }
  const work = (device: Device, tab: Tab) => {
    const session = tab.page.session()
    if (session.state !== 'signed-in') return void signIn(device, tab)
    const { user } = session
    const shown = tab.page.shown()
    const one = random.between(1, 100)
    if (one <= 25) {
      const row = random.pick(shown.rows)
      if (row) tab.page.openJob(row.jobId)
    } else if (one <= 66) perform(tab, actOnJob(random, user, shown))
    else if (one <= 72) takePhoto(device, tab, user.userId)
    else if (one <= 80) perform(tab, actOnTodos(random, user, shown))
    else if (one <= 87) perform(tab, actOnParts(random, shown))
    else if (one <= 91 && user.userRole !== 'team') perform(tab, newJob(random, canary))
    else if (one <= 93) undo(device, tab)
    else if (one <= 95) answerPhoto(device, tab)
    else answer(device, tab)
  }
  const signIn = async (device: Device, tab: Tab, who = usersOf(device)[random.chance(0.8) ? 0 : 1]) => {
    if (!who || tab.page.session().state === 'checking') return
    note(`${device.name} tab ${tab.id} signs in as ${who.username}`)
    const askedAt = loop.now()
    if (!(await tab.page.signIn(who.email, who.username))) return
    note(`${device.name} tab ${tab.id} is signed in as ${who.username}`)
    sessions.entered(device.name, who.userId, askedAt)
  }
  const logOut = async (device: Device, tab: Tab) => {
    const session = tab.page.session()
    if (session.state !== 'signed-in') return
    note(`${device.name} tab ${tab.id} logs out`)
    const { userId } = session.user
    const endAsking = given.wipeAsked(device.name, userId, tab)
    const takeBack = photos.wipeAsked(device.name, userId)
    sessions.asksToLeave(device.name)
    const ended = await tab.page.logOut()
    endAsking(ended)
    if (!ended) return takeBack()
    given.wiped(device.name, userId)
    // Photos given meanwhile were deleted too.
    photos.wipeAsked(device.name, userId)
    note(`${device.name}: ${session.user.username} is logged out`)
  }
  return { work, signIn, logOut }
}
export type Persons = ReturnType<typeof persons>

/** A tab of a device that is open, if any. */
export const anyTab = (random: Random, device: Device): Tab | undefined => random.pick(device.tabs())
