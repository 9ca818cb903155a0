import type { PageCode } from '#test/simulation/page/page-code.ts'
import type { ServerSettings } from '#test/simulation/server/memory-server.ts'
import { calmDown } from './calm-down.ts'
import { faultsAfterQuiet } from './checks.ts'
import { mishaps } from './mishaps.ts'
import { anyTab, persons } from './persons.ts'
import { during, openWorld, type World } from './world.ts'

/** What became of one seed: what is wrong, and all that happened, readable. */
export type Simulated = { seed: number; faults: string[]; trace: string[]; commands: number; events: number }

const minute = 60_000

/** A day of one company, its people, devices and mishaps, repeated exactly by its seed. */
export async function simulateSeed(
  seed: number,
  code: PageCode,
  settings?: ServerSettings,
  atEnd?: (world: World) => void,
): Promise<Simulated> {
  const world = await openWorld(seed, code, settings)
  const { loop, random, devices } = world
  const people = persons(world)
  const { toDevice, toServer } = mishaps(world, people)
  for (const device of devices) {
    const tab = device.open()
    await loop.runUntil(loop.now() + 1_000)
    await during(loop, people.signIn(device, tab, world.usersOf(device)[0]))
  }
  await loop.runUntil(loop.now() + 10_000)
  const until = loop.now() + random.between(4, 12) * minute
  /** How rough this day is. */
  const roughness = random.between(5, 35) / 100
  const slowest = random.pick([1_000, 8_000, 8_000, 20_000]) ?? 8_000
  while (loop.now() < until) {
    await loop.runUntil(loop.now() + random.between(50, slowest))
    const device = random.pick(devices)
    if (!device) continue
    if (random.chance(roughness)) toDevice(device)
    else if (random.chance(0.04)) toServer()
    const tab = anyTab(random, device)
    if (tab && !tab.frozen) people.work(device, tab)
  }
  await calmDown(world, people)
  atEnd?.(world)
  const faults = faultsAfterQuiet(world)
  return {
    seed,
    faults,
    trace: world.trace,
    commands: world.given.all().length,
    events: world.server.log.events().length,
  }
}
