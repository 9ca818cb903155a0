import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { mostUsers } from '#core/member/member.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { useUser } from '#web/client/use-user.ts'
import { Page } from '#web/frame/page.tsx'
import { type TeamUser, useTeam } from '#web/sync/reads/team.ts'
import { useMay } from '#web/sync/rights.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { PlainSelect } from '#web/ui/fields/plain-select.tsx'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { FormerMembers } from './former-members.tsx'
import { RolesCard } from './roles-card.tsx'
import styles from './team.module.css'
import { TeamCards } from './team-cards.tsx'
import { inOrder, type TeamSort } from './team-order.ts'
import { TeamTable } from './team-table.tsx'

const AddUser = lazyComponent(async () => (await import('./add-user.tsx')).AddUser)
const EditDetails = lazyComponent(async () => (await import('./edit-details.tsx')).EditDetails)
const EditRole = lazyComponent(async () => (await import('./edit-role.tsx')).EditRole)
const DeleteUser = lazyComponent(async () => (await import('./delete-user.tsx')).DeleteUser)
const NewLink = lazyComponent(async () => (await import('./new-link.tsx')).NewLink)

/** Loads the dialogs once the page is there, so that they open also without a connection. */
function preloadDialogs() {
  for (const dialog of [AddUser, EditDetails, EditRole, DeleteUser, NewLink]) dialog.preload()
}

type Opened = { dialog: 'add' | 'full' } | { dialog: 'details' | 'edit' | 'delete' | 'link'; user: TeamUser }

/** The company's users. The owner adds, changes and deletes them; everyone else sees who they are. */
export function TeamScreen() {
  const { userId, companyId } = useUser()
  const team = useTeam()
  const isPhone = useIsPhone()
  const [order, setOrder] = useState<{ sort: TeamSort; reversed: boolean }>({ sort: 'role', reversed: false })
  const [opened, setOpened] = useState<Opened>()
  const close = useCallback(() => setOpened(undefined), [])
  const [manages, invites] = [useMay('manageUsers'), useMay('inviteUsers')]
  useEffect(() => {
    if (manages) preloadDialogs()
  }, [manages])
  const users = inOrder(team.data ?? [], order.sort, order.reversed)
  const onSort = (sort: TeamSort) => setOrder({ sort, reversed: order.sort === sort && !order.reversed })
  const actions = {
    onNewLink: (user: TeamUser) => setOpened({ dialog: 'link', user }),
    onDetails: (user: TeamUser) => setOpened({ dialog: 'details', user }),
    onEdit: (user: TeamUser) => setOpened({ dialog: 'edit', user }),
    onDelete: (user: TeamUser) => setOpened({ dialog: 'delete', user }),
  }
  const shown = { users, own: userId, manages, invites, ...actions }
  const add = invites && (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setOpened({ dialog: users.length < mostUsers ? 'add' : 'full' })}
    >
      Add New User
    </Button>
  )

  return (
    <Page title="Team Management" phoneTitle="Team" phoneActions={isPhone && add}>
      <div className={styles.head}>
        {team.data && (
          <span className={styles.count}>
            {users.length} of {mostUsers} users
          </span>
        )}
        <div className={styles.end}>{isPhone ? <SortSelect {...order} users={users} onSort={onSort} /> : add}</div>
      </div>
      <ReadState
        read={team}
        failed={(error) => `Failed to fetch the team: ${errorMessage(error)}`}
        skeleton={<SkeletonRows rows={5} columns={{ username: 140, role: 60, email: 200, added: 80 }} />}
      >
        {() => (
          <>
            {isPhone ? <TeamCards {...shown} /> : <TeamTable {...shown} {...order} onSort={onSort} />}
            {!isPhone && <RolesCard />}
            {manages && <FormerMembers />}
          </>
        )}
      </ReadState>
      {opened?.dialog === 'add' && <AddUser companyId={companyId} count={users.length} onClose={close} />}
      {opened?.dialog === 'full' && <FullDialog onClose={close} />}
      {opened?.dialog === 'details' && <EditDetails user={opened.user} onClose={close} />}
      {opened?.dialog === 'edit' && <EditRole user={opened.user} onClose={close} />}
      {opened?.dialog === 'delete' && <DeleteUser user={opened.user} onClose={close} />}
      {opened?.dialog === 'link' && <NewLink user={opened.user} onClose={close} />}
    </Page>
  )
}

type SortProps = { sort: TeamSort; users: readonly TeamUser[]; onSort: (sort: TeamSort) => void }
const SortSelect = ({ sort, users, onSort }: SortProps) => (
  <span className={styles.end}>
    <span className={styles.sortBy} aria-hidden>
      Sort by
    </span>
    <PlainSelect
      label="Sort by"
      value={sort}
      options={[
        { value: 'role', label: 'Role' },
        { value: 'username', label: users.some((one) => one.fullName) ? 'Name' : 'Username' },
      ]}
      onChange={(value) => onSort(value === 'username' ? 'username' : 'role')}
    />
  </span>
)

const FullDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    opened
    onClose={onClose}
    title="Add New User"
    size={440}
    footer={
      <>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button component={Link} to="/subscription">
          See plans
        </Button>
      </>
    }
  >
    <p>Your plan allows up to {mostUsers} users. Delete one to add another, or see the plans.</p>
  </Dialog>
)
