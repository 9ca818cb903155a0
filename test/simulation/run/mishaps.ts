import { projections } from '#core/projections/projections.ts'
import type { Device, Tab } from '#test/simulation/device/device.ts'
import { anyTab, type Persons } from './persons.ts'
import type { World } from './world.ts'

type Mishap = (device: Device, tab: Tab | undefined) => string | undefined

const minute = 60_000

/** Everything that goes wrong on a device, on its way to the server, and there; each says what it did. */
export function mishaps(world: World, persons: Persons) {
  const { random, loop, server, sessions, people, note } = world
  const later = (least: number, most: number, work: () => void) => void loop.post(work, random.between(least, most))
  const restart = (device: Device) => {
    sessions.killed(device.name)
    void device.restart().then(() => void device.open())
  }
  const ofDevice: Record<string, Mishap> = {
    offline: (device) => {
      device.setOnline(false)
      later(5_000, 4 * minute, () => device.setOnline(true))
      return 'has no network'
    },
    'bad line': (device) => {
      Object.assign(device.line, { loss: random.between(1, 6) / 10, slowest: random.between(100, 8_000) })
      later(10_000, 4 * minute, () => Object.assign(device.line, { loss: 0, slowest: 60 }))
      return 'has a bad line'
    },
    'silent line': (device) => {
      device.line.mute = true
      later(5_000, 2 * minute, () => Object.assign(device.line, { mute: false }))
      return 'has a silent line'
    },
    'socket cut': (_, tab) => {
      tab?.cutSocket()
      later(1_000, 20_000, () => tab?.alive && tab.cutSocket())
      return tab && `tab ${tab.id} loses its socket`
    },
    'tab killed': (device, tab) => {
      if (tab) device.kill(tab)
      later(500, 20_000, () => device.tabs().length === 0 && device.open())
      return tab && `tab ${tab.id} is killed`
    },
    restart: (device) => {
      restart(device)
      return 'is killed and started again'
    },
    'restart between two writes': (device) => {
      let writes = random.between(1, 12)
      device.disk.onWrite = () => {
        writes -= 1
        if (writes > 0) return
        device.disk.onWrite = () => undefined
        note(`${device.name} dies after a write`)
        restart(device)
      }
      return 'will die after a write'
    },
    'tab killed between two writes': (device) => {
      let writes = random.between(1, 12)
      device.disk.onWrite = () => {
        writes -= 1
        if (writes > 0) return
        device.disk.onWrite = () => undefined
        const one = anyTab(random, device)
        if (!one) return
        note(`${device.name} tab ${one.id} is killed after a write`)
        device.kill(one)
        later(500, 20_000, () => device.tabs().length === 0 && device.open())
      }
      return 'will lose a tab after a write'
    },
    reload: (device, tab) => {
      if (!tab) return undefined
      device.close(tab)
      device.open()
      return `tab ${tab.id} is reloaded`
    },
    'new tab': (device) => {
      if (device.tabs().length >= 3) return undefined
      return `opens tab ${device.open().id}`
    },
    'tab closed': (device, tab) => {
      if (!tab || device.tabs().length < 2) return undefined
      device.close(tab)
      return `closes tab ${tab.id}`
    },
    frozen: (_, tab) => {
      if (!tab) return undefined
      tab.frozen = true
      later(5_000, 3 * minute, () => {
        tab.frozen = false
        loop.thawed()
        if (tab.alive) tab.fire('visibilitychange')
      })
      return `tab ${tab.id} is frozen`
    },
    'clock set': (device) => {
      device.clock.ahead = random.pick([0, 0, -3_600_000, 7_200_000, -400 * 86_400_000, 90_000]) ?? 0
      return `has its clock ${device.clock.ahead / 1_000} s ahead`
    },
    'disk full': (device) => {
      device.disk.faults.full = true
      later(5_000, 2 * minute, () => Object.assign(device.disk.faults, { full: false }))
      return 'has a full disk'
    },
    'storage refused': (device, tab) => {
      device.disk.faults.refusing = true
      tab?.loseStorage()
      later(2_000, minute, () => Object.assign(device.disk.faults, { refusing: false }))
      return 'refuses its storage'
    },
    'storage lost': (_, tab) => {
      tab?.loseStorage()
      return tab && `tab ${tab.id} loses its storage connections`
    },
    'logs out': (device, tab) => {
      if (tab) void persons.logOut(device, tab)
      return undefined
    },
  }
  const owner = { userId: people.dana.userId, role: 'owner' as const }
  const worker = () => random.pick([people.tom, people.maya]) ?? people.tom
  const quietly = (work: Promise<unknown>) => void work.catch(() => undefined)
  const ofServer: Record<string, () => string> = {
    down: () => {
      server.faults.down = true
      later(1_000, minute, () => Object.assign(server.faults, { down: false }))
      return 'is down'
    },
    'failing commands': () => {
      const types = ['AddNote', 'CycleTask', 'SetNextVisit', 'AddTodo', 'ScheduleJob']
      const type = random.pick(types)
      server.faults.failing = (command) => command.type === type
      later(10_000, 6 * minute, () => Object.assign(server.faults, { failing: () => false }))
      return `fails to process ${type}`
    },
    'failing photos': () => {
      const ends = random.pick(['0123', '4567', '89ab', 'cdef']) ?? ''
      server.faults.failing = ({ data }) => isImageEndingOn(data, ends)
      later(10_000, 6 * minute, () => Object.assign(server.faults, { failing: () => false }))
      return `fails to process photos that end on ${ends}`
    },
    'role changed': () => {
      const { userId, username } = random.chance(0.3) ? people.olive : worker()
      const userRole = random.pick(['admin', 'team'] as const) ?? 'team'
      quietly(server.issue({ type: 'ChangeRole', data: { userId, userRole } }, owner))
      return `makes ${username} ${userRole}`
    },
    removed: () => {
      const { userId, username } = worker()
      sessions.removed(userId)
      quietly(server.issue({ type: 'RemoveMember', data: { userId } }, owner).then(() => sessions.removed(userId)))
      later(10_000, 3 * minute, () => {
        quietly(server.issue({ type: 'RestoreMember', data: { userId } }, owner))
        note(`the server restores ${username}`)
      })
      return `removes ${username}`
    },
    replayed: () => {
      const name = random.pick(projections.filter((one) => one.pushed))?.name ?? 'job'
      server.rows.replay(name)
      return `replays ${name}`
    },
  }
  /** Each day has some kinds of mishap, which then meet each other more often. */
  const today = Object.values(ofDevice).filter(() => random.chance(0.4))
  return {
    toDevice(device: Device) {
      const what = random.pick(today)?.(device, anyTab(random, device))
      if (what) note(`${device.name} ${what}`)
    },
    toServer() {
      const what = random.pick(Object.values(ofServer))?.()
      if (what) note(`the server ${what}`)
    },
  }
}

const isImageEndingOn = (data: unknown, ends: string) =>
  typeof data === 'object' &&
  data !== null &&
  'src' in data &&
  'imageId' in data &&
  ends.includes(String(data.imageId).slice(-1))
