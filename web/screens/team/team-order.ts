import { nameOfPerson } from '#core/member/names.ts'
import { roles } from '#core/model/messages.ts'
import type { TeamUser } from '#web/sync/reads/team.ts'

export type TeamSort = 'role' | 'username'

/** Sorted by role (owner, admin, team) and then name, or by name alone: the username where there is no full name. */
export const inOrder = (users: readonly TeamUser[], sort: TeamSort, reversed = false): TeamUser[] => {
  const byName = (a: TeamUser, b: TeamUser) => nameOfPerson(a).localeCompare(nameOfPerson(b), 'en-GB')
  const byRole = (a: TeamUser, b: TeamUser) => roles.indexOf(a.userRole) - roles.indexOf(b.userRole)
  const direction = reversed ? -1 : 1
  return users.toSorted((a, b) =>
    sort === 'role' ? direction * byRole(a, b) || byName(a, b) : direction * byName(a, b),
  )
}
