const followed = new Set<string>()

/** Whether a dialog shows what comes of this command: meanwhile no message or question of its own appears. */
export const isFollowed = (commandId: string) => followed.has(commandId)

export function followCommands(commandIds: readonly string[]) {
  for (const one of commandIds) followed.add(one)
}

/** From now on these are shown as all others are. */
export function unfollowCommands(commandIds: readonly string[]) {
  for (const one of commandIds) followed.delete(one)
}
