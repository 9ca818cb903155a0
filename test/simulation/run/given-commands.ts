import type { DeviceCommand } from '#core/prediction/subjects.ts'
import type { Tab } from '#test/simulation/device/device.ts'

/** A command that somebody gave, as noted outside of the product. */
export type Given = {
  commandId: string
  command: DeviceCommand
  userId: string
  device: string
  tab: Tab
  /** The page has shown it as kept on the device. */
  kept: boolean
  /** The device could open its storage then. */
  isStoring: boolean
  /** Held for ten seconds. */
  isDeletion: boolean
  /** Sent again after it was refused or stuck. */
  isRetried?: true
  /** The person asked to take it back; the page may be killed before it says whether that worked. */
  isUndoAsked?: true
  /** How often the person has asked to log out, which deletes it; without those that could not. */
  wipesAsked: number
  /** The person took it back, agreed to lose it, or was told that it was refused and dropped it. */
  ended?: 'undone' | 'discarded' | 'refused' | 'wiped'
}

/** Notes every command given and everything that a page has promised about it. */
export function givenCommands() {
  const all = new Map<string, Given>()
  /** Requests to log out that are under way: what is given meanwhile is deleted too. */
  const leaving = new Set<{ device: string; userId: string; tab: Tab; its: Given[] }>()
  return {
    all: () => [...all.values()],
    of: (commandId: string) => all.get(commandId),
    gave(given: Omit<Given, 'kept' | 'wipesAsked'>) {
      const one: Given = { ...given, kept: false, wipesAsked: 0 }
      all.set(given.commandId, one)
      for (const { device, userId, tab, its } of leaving)
        if (device === one.device && userId === one.userId && tab.alive) {
          one.wipesAsked += 1
          its.push(one)
        }
    },
    kept(commandIds: readonly string[]) {
      for (const id of commandIds) {
        const given = all.get(id)
        if (given) given.kept = true
      }
    },
    undoAsked(commandId: string) {
      const given = all.get(commandId)
      if (given) given.isUndoAsked = true
    },
    /** A person asked to log out of a device. Returns what to call when they have, or could not. */
    wipeAsked(device: string, userId: string, tab: Tab) {
      const its = [...all.values()].filter((given) => given.device === device && given.userId === userId)
      for (const given of its) given.wipesAsked += 1
      const ask = { device, userId, tab, its }
      leaving.add(ask)
      return (isLoggedOut: boolean) => {
        leaving.delete(ask)
        if (!isLoggedOut) for (const given of its) given.wipesAsked -= 1
      }
    },
    retried(commandId: string) {
      const given = all.get(commandId)
      if (given) given.isRetried = true
    },
    ended(commandId: string, how: NonNullable<Given['ended']>) {
      const given = all.get(commandId)
      if (given) given.ended = how
    },
    /** A person logged out of a device, and agreed to lose what waits there. */
    wiped(device: string, userId: string) {
      for (const given of all.values()) if (given.device === device && given.userId === userId) given.ended ??= 'wiped'
    },
  }
}
export type GivenCommands = ReturnType<typeof givenCommands>
