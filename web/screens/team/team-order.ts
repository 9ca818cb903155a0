import { roles } from '#core/model/messages.ts'
import type { TeamUser } from '#web/sync/reads/team.ts'

export type TeamSort = 'role' | 'username'

/** Owner, admin, team; or by username alone. People of one role stand by username. */
export const inOrder = (users: readonly TeamUser[], sort: TeamSort, reversed = false): TeamUser[] => {
  const byName = (a: TeamUser, b: TeamUser) => a.username.localeCompare(b.username, 'en-GB')
  const byRole = (a: TeamUser, b: TeamUser) => roles.indexOf(a.userRole) - roles.indexOf(b.userRole)
  const turn = reversed ? -1 : 1
  return users.toSorted((a, b) => (sort === 'role' ? turn * byRole(a, b) || byName(a, b) : turn * byName(a, b)))
}
