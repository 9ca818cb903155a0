import { IconDots } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { SessionUser } from '#core/wire/account/session.ts'
import { isHere, isUnderMore, phonePlaces } from '#web/features/navigation/navigation.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import styles from './bottom-bar.module.css'
import { PlaceCount } from './lazy-menu-parts.tsx'

/** Loaded after the page. */
const MoreSheet = lazyComponent(async () => (await import('./more-sheet.tsx')).MoreSheet)

/** The phone's menu within thumb reach. */
export function BottomBar({ user, company }: { user: SessionUser; company: string | undefined }) {
  const { pathname } = useLocation()
  const [more, setMore] = useState(false)
  return (
    <>
      <nav className={styles.bar} aria-label="Bottom menu">
        {phonePlaces(user.userRole, true).map((place) => (
          <Link
            key={place.to}
            to={place.to}
            className={styles.place}
            aria-current={isHere(place, pathname) ? 'page' : undefined}
          >
            <place.icon size={22} stroke={1.75} aria-hidden />
            {place.bar}
          </Link>
        ))}
        <button
          type="button"
          className={styles.place}
          aria-haspopup="dialog"
          aria-current={isUnderMore(pathname) ? 'true' : undefined}
          onClick={() => setMore(true)}
        >
          <IconDots size={22} stroke={1.75} aria-hidden />
          More
          <PlaceCount to="more" />
        </button>
      </nav>
      <Suspense>
        <MoreSheet user={user} company={company} opened={more} onClose={() => setMore(false)} />
      </Suspense>
    </>
  )
}
