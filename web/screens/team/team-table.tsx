import { Button } from '@mantine/core'
import { nameOfPerson } from '#core/member/names.ts'
import { dayNameIn } from '#core/time/format.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import type { TeamUser } from '#web/sync/reads/team.ts'
import { PersonAvatar, RoleTag } from '#web/ui/marks/person.tsx'
import { SortableHead } from '#web/ui/sortable-head.tsx'
import { LastActive } from './last-active.tsx'
import styles from './team.module.css'
import type { TeamSort } from './team-order.ts'
import { Telephone } from './telephone.tsx'
import { UnsentWork } from './unsent/unsent-work.tsx'

export type UserActions = {
  onNewLink: (user: TeamUser) => void
  onDetails: (user: TeamUser) => void
  onEdit: (user: TeamUser) => void
  onDelete: (user: TeamUser) => void
}
export type Sorting = { sort: TeamSort; reversed: boolean; onSort: (sort: TeamSort) => void }
type Props = Sorting &
  UserActions & {
    users: readonly TeamUser[]
    /** The signed-in user's id. */
    own: string
    /** Whether the signed-in user may add, change and delete users, and see their emails. */
    manages: boolean
    /** Whether they may invite users and change roles: not in a company that was closed. */
    invites: boolean
  }

/** The company's users with their telephone numbers, if any; emails, last activity and actions only for the owner. */
export function TeamTable({ users, own, manages, invites, sort, reversed, onSort, ...actions }: Props) {
  const zone = useTimeZone()
  const order = reversed ? 'descending' : 'ascending'
  const [anyName, anyTelephone] = [users.some((one) => one.fullName), users.some((one) => one.telephone)]
  return (
    <div className={styles.card}>
      <table className={styles.table}>
        <caption className="sr">Users</caption>
        <thead>
          <tr>
            <SortableHead
              name={anyName ? 'Name' : 'Username'}
              sorted={sort === 'username' ? order : undefined}
              onSort={() => onSort('username')}
            />
            <SortableHead name="Role" sorted={sort === 'role' ? order : undefined} onSort={() => onSort('role')} />
            {anyTelephone && <th scope="col">Telephone</th>}
            {manages && (
              <>
                <th scope="col">Email</th>
                <th scope="col">Added On</th>
                <th scope="col">Last active</th>
                <th scope="col" className={styles.actionHead}>
                  Action
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user.userId}>
              <th scope="row">
                <span className={styles.person}>
                  <PersonAvatar name={nameOfPerson(user)} role={user.userRole} look={user} />
                  <span>
                    <span className={styles.username}>{nameOfPerson(user)}</span>
                    {user.userId === own && <span className={styles.quiet}> you</span>}
                    {user.fullName && <span className={styles.signIn}>{user.username}</span>}
                    <UnsentWork work={user.unsentWork} />
                  </span>
                </span>
              </th>
              <td>
                <RoleTag role={user.userRole} />
              </td>
              {anyTelephone && (
                <td>
                  <Telephone number={user.telephone} />
                </td>
              )}
              {manages && (
                <>
                  <td className={styles.email}>{user.email}</td>
                  <td>{user.createdAt && dayNameIn(user.createdAt, zone)}</td>
                  <td>
                    <LastActive user={user} />
                  </td>
                  <td className={styles.actions}>
                    <Actions user={user} invites={invites} {...actions} />
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type ActionsProps = UserActions & { user: TeamUser; invites: boolean }
function Actions({ user, invites, onNewLink, onDetails, onEdit, onDelete }: ActionsProps) {
  if (user.userRole === 'owner') return <span className={styles.quiet}>Owner accounts cannot be changed</span>
  const name = nameOfPerson(user)
  const of = <span className="sr"> of {name}</span>
  return (
    <>
      {invites && user.state === 'invited' && (
        <Button size="compact-sm" variant="default" onClick={() => onNewLink(user)}>
          New link<span className="sr"> for {name}</span>
        </Button>
      )}
      {invites && (
        <Button size="compact-sm" variant="default" onClick={() => onDetails(user)}>
          Details{of}
        </Button>
      )}
      {invites && (
        <Button size="compact-sm" variant="default" onClick={() => onEdit(user)}>
          Edit role{of}
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={() => onDelete(user)}>
        Delete<span className="sr"> {name}</span>
      </Button>
    </>
  )
}
