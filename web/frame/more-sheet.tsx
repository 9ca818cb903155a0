import { IconClockUp, IconLogout, IconMoon, IconSearch } from '@tabler/icons-react'
import { Link } from 'react-router'
import { nameOfPerson } from '#core/member/names.ts'
import type { SessionUser } from '#core/wire/account/session.ts'
import { useLogOut } from '#web/features/navigation/log-out.tsx'
import { phonePlaces } from '#web/features/navigation/navigation.ts'
import { useSchemeToggle } from '#web/features/navigation/scheme-toggle.tsx'
import { useUnsentCount } from '#web/features/offline/use-unsent-work.ts'
import { openPalette } from '#web/features/palette/palette-open.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { PersonAvatar, roleName } from '#web/ui/marks/person.tsx'
import { PlaceCount, PlanLine } from './lazy-menu-parts.tsx'
import styles from './more-sheet.module.css'

type Props = { user: SessionUser; company: string | undefined; opened: boolean; onClose: () => void }

/** The phone's other menu items, the colour scheme and logging out. */
export function MoreSheet({ user, company, opened, onClose }: Props) {
  const logOut = useLogOut()
  const { other, toggle } = useSchemeToggle()
  return (
    <>
      <Dialog opened={opened} onClose={onClose} title="More">
        <div className={styles.user}>
          <PersonAvatar name={nameOfPerson(user)} role={user.userRole} look={user} size={40} />
          <div>
            <div className={styles.username}>{nameOfPerson(user)}</div>
            <div className={styles.detail}>{[roleName(user.userRole), company].filter(Boolean).join(' · ')}</div>
            <PlanLine onOpen={onClose} />
          </div>
        </div>
        <ul className={styles.list}>
          <li>
            <button
              type="button"
              className={styles.place}
              onClick={() => {
                onClose()
                openPalette()
              }}
            >
              <IconSearch size={22} stroke={1.75} aria-hidden />
              Search
            </button>
          </li>
          <li>
            <Link to="/waiting" className={styles.place} onClick={onClose}>
              <IconClockUp size={22} stroke={1.75} aria-hidden />
              Waiting to send
              <WaitingCount />
            </Link>
          </li>
          {phonePlaces(user.userRole, false).map((place) => (
            <li key={place.to}>
              <Link to={place.to} className={styles.place} onClick={onClose}>
                <place.icon size={22} stroke={1.75} aria-hidden />
                {place.name}
                <PlaceCount to={place.to} />
              </Link>
            </li>
          ))}
          <li>
            <button type="button" className={styles.place} onClick={toggle}>
              <IconMoon size={22} stroke={1.75} aria-hidden />
              Use {other} colours
            </button>
          </li>
          <li>
            <button type="button" className={styles.place} onClick={logOut.ask}>
              <IconLogout size={22} stroke={1.75} aria-hidden />
              Logout
            </button>
          </li>
        </ul>
      </Dialog>
      {logOut.dialog}
    </>
  )
}

/** On its own, so that a change does not render the closed sheet. */
function WaitingCount() {
  const count = useUnsentCount()
  return count > 0 && <span className={styles.waiting}>{count}</span>
}
