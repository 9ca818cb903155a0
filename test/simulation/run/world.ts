import type { Command } from '#core/ledger/ledger.ts'
import { type EventLoop, eventLoop } from '#test/simulation/clock/event-loop.ts'
import { type Random, randomOf, uuidOf } from '#test/simulation/clock/random.ts'
import { type Device, openDevice } from '#test/simulation/device/device.ts'
import type { PageCode } from '#test/simulation/page/page-code.ts'
import type { Account } from '#test/simulation/server/accounts.ts'
import { type MemoryServer, memoryServer, type ServerSettings } from '#test/simulation/server/memory-server.ts'
import { type GivenCommands, givenCommands } from './given-commands.ts'
import { type GivenPhotos, givenPhotos } from './given-photos.ts'
import { type HeldSessions, heldSessions } from './held-sessions.ts'

/** An office fact, which no team member's device may store. */
export const canary = 'Canary Lettings'

/** A company, its people and their devices, at the start of a day. */
export type World = {
  loop: EventLoop
  random: Random
  server: MemoryServer
  given: GivenCommands
  photos: GivenPhotos
  sessions: HeldSessions
  people: Record<'dana' | 'olive' | 'tom' | 'maya', Account>
  devices: readonly Device[]
  /** Who uses a device, the first of them mostly. */
  usersOf(device: Device): readonly Account[]
  trace: string[]
  note(text: string): void
  faults: string[]
}

export async function openWorld(seed: number, code: PageCode, settings?: ServerSettings): Promise<World> {
  const random = randomOf(seed)
  const faults: string[] = []
  const trace: string[] = []
  const loop = eventLoop((error) => {
    faults.push(`An error was not caught: ${error instanceof Error ? error.stack : String(error)}`)
  })
  const note = (text: string) => void trace.push(`${clockOf(loop.now())}  ${text}`)
  const server = memoryServer(loop, random.fork(), settings)
  const given = givenCommands()
  const photos = givenPhotos()
  const sessions = heldSessions(loop)
  const people = {
    dana: server.account('dana'),
    olive: server.account('olive'),
    tom: server.account('tom'),
    maya: server.account('maya'),
  }
  await during(loop, foundCompany(server, people, random.fork()))
  const device = (name: string) =>
    openDevice({
      name,
      loop,
      random: random.fork(),
      code,
      server,
      log: note,
      fault: (text) => void faults.push(text),
      tells: (deviceName, tab) => ({
        gave(commandId, command, isDeletion) {
          const session = tab.page.session()
          const userId = session.state === 'signed-in' ? session.user.userId : ''
          given.gave({
            commandId,
            command,
            userId,
            device: deviceName,
            tab,
            isDeletion,
            isStoring: storing(deviceName),
          })
          note(
            `${deviceName} tab ${tab.id} gives ${command.type} ${commandId.slice(-6)} ${JSON.stringify(command.data)}`,
          )
        },
        kept: (commandIds) => tab.alive && given.kept(commandIds),
        keptPhotos: (imageIds) => tab.alive && photos.kept(imageIds),
        left(userId) {
          note(`${deviceName} tab ${tab.id} is signed out`)
          const cookie = devices.find((one) => one.name === deviceName)?.cookie.value()
          // A tab may hear of an earlier end late: who holds a good cookie is signed in.
          if (sessions.on(deviceName) !== userId || (cookie && server.isSignedIn(cookie))) return
          note(`${deviceName} tab ${tab.id} should be signed in`)
          faults.push(`${deviceName} tab ${tab.id} is signed out, and nobody asked for it`)
        },
      }),
    })
  const devices = ['phone of Tom', 'tablet of Tom', 'phone of Maya', 'office'].map(device)
  const storing = (name: string) => !devices.find((one) => one.name === name)?.disk.faults.refusing
  const users = new Map(
    devices.map((one, place) => [
      one,
      [
        [people.tom, people.maya],
        [people.tom, people.maya],
        [people.maya, people.tom],
        [people.dana, people.olive],
      ][place] ?? [],
    ]),
  )
  return {
    loop,
    random,
    server,
    given,
    photos,
    sessions,
    people,
    devices,
    usersOf: (one) => users.get(one) ?? [],
    trace,
    note,
    faults,
  }
}

/** Lets time pass until work is done. Throws what the work throws. */
export async function during<T>(loop: EventLoop, work: Promise<T>): Promise<T> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  // Rejections are thrown below.
  done.catch(() => undefined)
  while (!isDone) await loop.runUntil(loop.now() + 10)
  return done
}

const clockOf = (time: number) => {
  const [minutes, seconds] = [Math.floor(time / 60_000), ((time % 60_000) / 1_000).toFixed(3)]
  return `${String(minutes).padStart(2, '0')}:${seconds.padStart(6, '0')}`
}

async function foundCompany(server: MemoryServer, { dana, olive, tom, maya }: World['people'], random: Random) {
  const owner = { userId: dana.userId, role: 'owner' as const }
  const { companyId } = server
  const issue = (command: Command, who: Parameters<MemoryServer['issue']>[1] = owner) => server.issue(command, who)
  await issue({ type: 'RegisterCompany', data: { companyId, name: 'Harrow & Pike' } })
  await issue({ type: 'RegisterOwner', data: { userId: dana.userId } })
  for (const [{ userId }, userRole] of [
    [olive, 'admin'],
    [tom, 'team'],
    [maya, 'team'],
  ] as const) {
    await issue({ type: 'InviteMember', data: { userId, userRole } })
    await issue({ type: 'AcceptInvitation', data: { userId } }, { userId, role: userRole })
  }
  for (const site of ['14 Marlowe Court', '3 Station Cottages', 'Elm Row 9']) {
    const jobId = uuidOf(random)
    const tasks = ['Reseal bath', 'Mend the tap'].map((description) => ({ taskId: uuidOf(random), description }))
    await issue({
      type: 'CreateJob',
      data: { jobId, apartmentName: site, createdAt: '2026-11-19', tasks, agency: canary },
    })
    const [from, to] = [random.between(9, 12), random.between(13, 16)]
    await issue({
      type: 'ScheduleJob',
      data: {
        jobId,
        jobBookingId: uuidOf(random),
        jobStart: `2026-11-20T${String(from).padStart(2, '0')}:00:00.000Z`,
        jobEnd: `2026-11-20T${to}:00:00.000Z`,
        access: 'Keys with the concierge',
        assignedTo: [tom.userId, maya.userId],
        anyway: true,
      },
    })
  }
}
