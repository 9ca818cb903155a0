import type { DeviceCommand } from '#core/prediction/prediction.ts'
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
  /** The same of logging out, which deletes it. */
  isWipeAsked?: boolean
  /** The person took it back, or agreed to lose it. */
  ended?: 'undone' | 'discarded' | 'wiped'
}

/** Notes every command given and everything that a page has promised about it. */
export function givenCommands() {
  const all = new Map<string, Given>()
  return {
    all: () => [...all.values()],
    of: (commandId: string) => all.get(commandId),
    gave(given: Omit<Given, 'kept'>) {
      all.set(given.commandId, { ...given, kept: false })
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
    /** A person asked to log out of a device, or could not. */
    wipeAsked(device: string, userId: string, isAsked: boolean) {
      for (const given of all.values())
        if (given.device === device && given.userId === userId) given.isWipeAsked = isAsked
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
