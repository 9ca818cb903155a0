import { roles } from '#core/model/messages.ts'
import type { TeamUser } from '#web/sync/reads/team.ts'

export type TeamSort = 'role' | 'username'

/** Sorted by role (owner, admin, team) and then username, or by username alone. */
export const inOrder = (users: readonly TeamUser[], sort: TeamSort, reversed = false): TeamUser[] => {
  const byName = (a: TeamUser, b: TeamUser) => a.username.localeCompare(b.username, 'en-GB')
  const byRole = (a: TeamUser, b: TeamUser) => roles.indexOf(a.userRole) - roles.indexOf(b.userRole)
  const direction = reversed ? -1 : 1
  return users.toSorted((a, b) =>
    sort === 'role' ? direction * byRole(a, b) || byName(a, b) : direction * byName(a, b),
  )
}
