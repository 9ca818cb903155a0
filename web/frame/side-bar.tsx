import { IconLogout } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { nameOfPerson } from '#core/member/names.ts'
import type { SessionUser } from '#core/wire/account/session.ts'
import { Keyboard } from '#web/features/keyboard/keyboard.tsx'
import { useLogOut } from '#web/features/navigation/log-out.tsx'
import { isHere, placesFor } from '#web/features/navigation/navigation.ts'
import { Logo } from '#web/ui/marks/logo.tsx'
import { PersonAvatar, roleName } from '#web/ui/marks/person.tsx'
import { PlaceCount, PlanLine } from './lazy-menu-parts.tsx'
import styles from './side-bar.module.css'

/** The menu on the left. In windows up to 1400 px wide it shows icons only, with names for screen readers. */
export function SideBar({ user, company }: { user: SessionUser; company: string | undefined }) {
  const logOut = useLogOut()
  return (
    <nav className={styles.side} aria-label="Main menu">
      <div className={styles.logo}>
        <Logo size={28} />
        <span className={styles.name}>Fettle</span>
      </div>
      <div className={styles.nav}>
        <Places user={user} group="work" />
        <Places user={user} group="company" />
        <div className={styles.foot}>
          <Places user={user} group="person" />
          <Keyboard className={styles.place} nameClass={styles.name} />
          <button type="button" className={styles.place} title="Logout" onClick={logOut.ask}>
            <IconLogout size={18} stroke={1.75} aria-hidden />
            <span className={styles.name}>Logout</span>
          </button>
        </div>
      </div>
      {logOut.dialog}
      <div className={styles.user}>
        <PersonAvatar name={nameOfPerson(user)} role={user.userRole} look={user} />
        <div className={styles.name}>
          <div className={styles.username}>{nameOfPerson(user)}</div>
          <div className={styles.detail}>{[roleName(user.userRole), company].filter(Boolean).join(' · ')}</div>
          <PlanLine />
        </div>
      </div>
    </nav>
  )
}

function Places({ user, group }: { user: SessionUser; group: 'work' | 'company' | 'person' }) {
  const { pathname } = useLocation()
  const places = placesFor(user.userRole, group)
  if (places.length === 0) return null
  return (
    <>
      {group === 'company' && <h2 className={styles.heading}>Company</h2>}
      <ul className={styles.list}>
        {places.map((place) => (
          <li key={place.to}>
            <Link
              to={place.to}
              className={styles.place}
              title={place.name}
              aria-current={isHere(place, pathname) ? 'page' : undefined}
            >
              <place.icon size={18} stroke={1.75} aria-hidden />
              <span className={styles.name}>{place.name}</span>
              <PlaceCount to={place.to} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
