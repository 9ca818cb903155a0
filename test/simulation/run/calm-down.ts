import type { Device } from '#test/simulation/device/device.ts'
import { goodLine } from '#test/simulation/network/link.ts'
import { entriesOn } from './checks.ts'
import type { Persons } from './persons.ts'
import { photosOn } from './photo-checks.ts'
import { during, type World } from './world.ts'

const minute = 60_000

/** Ends every mishap, and gives everybody with waiting work the time to send it. */
export async function calmDown(world: World, persons: Persons): Promise<void> {
  const { loop, server, devices, people, note } = world
  note('everything works again')
  // Mishaps that have begun end by themselves.
  await loop.runUntil(loop.now() + 7 * minute)
  Object.assign(server.faults, { down: false, failing: () => false })
  const owner = { userId: people.dana.userId, role: 'owner' as const }
  for (const { userId } of [people.tom, people.maya])
    await during(loop, server.issue({ type: 'RestoreMember', data: { userId } }, owner))
  for (const device of devices) {
    Object.assign(device.line, goodLine(), { online: device.line.online })
    device.setOnline(true)
    Object.assign(device.disk.faults, { full: false, refusing: false })
    device.disk.onWrite = () => undefined
    for (const tab of device.tabs()) tab.frozen = false
  }
  loop.thawed()
  for (const device of devices) await present(device)
  await loop.runUntil(loop.now() + 8 * minute)
  for (const device of devices) await servedAll(device)

  /** A tab is open and somebody is signed in. */
  async function present(device: Device) {
    const tab = device.tabs()[0] ?? device.open()
    await loop.runUntil(loop.now() + 5_000)
    if (tab.page.session().state !== 'signed-in')
      await during(loop, persons.signIn(device, tab, world.usersOf(device)[0]))
    await loop.runUntil(loop.now() + 5_000)
  }

  /** Everybody with unsent work on a device signs in there. */
  async function servedAll(device: Device) {
    for (const user of world.usersOf(device)) {
      const [tab] = device.tabs()
      const session = tab?.page.session()
      const isHere = session?.state === 'signed-in' && session.user.userId === user.userId
      if (!tab || isHere || !waitsFor(device, user.userId)) continue
      await during(loop, persons.logOut(device, tab))
      await during(loop, persons.signIn(device, tab, user))
      await loop.runUntil(loop.now() + 6 * minute)
    }
  }

  function waitsFor(device: Device, userId: string) {
    return (
      entriesOn(device).some(({ commandId }) => world.given.of(commandId)?.userId === userId) ||
      photosOn(device).some(({ imageId }) => world.photos.of(imageId)?.userId === userId)
    )
  }
}
