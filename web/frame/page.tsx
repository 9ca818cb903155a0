import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { isUnderMore } from '#web/features/navigation/navigation.ts'
import { SchemeToggle } from '#web/features/navigation/scheme-toggle.tsx'
import { SearchButton } from '#web/features/palette/search-button.tsx'
import { Logo } from '#web/ui/marks/logo.tsx'
import { LiveIndicator } from './live-indicator.tsx'
import styles from './page.module.css'

type Props = {
  title: string
  /** A shorter title for phones. */
  phoneTitle?: string
  /** What stands small beside the title, such as a job's number. */
  detail?: string
  /** Where the arrow before the title leads, and its name. On phones what is under More has one without it, to the jobs. */
  back?: { to: string; name: string }
  /** Icon buttons or chips that phones show at the right of the title. */
  phoneActions?: ReactNode
  /** What phones keep within thumb reach, in place of the bottom bar. */
  phoneFoot?: ReactNode
  /** A column at the right edge with its own scrolling, such as the history; not shown under 1180 px. */
  rail?: ReactNode
  children: ReactNode
}

/** One page of the signed-in area: the top bar with its title, and its content below. */
export const Page = ({ title, phoneTitle = title, detail, back, phoneActions, phoneFoot, rail, children }: Props) => (
  <>
    <title>{`${title} · Fettle`}</title>
    <header className={styles.bar}>
      {back ? (
        <Link to={back.to} className={styles.back}>
          <IconArrowLeft size={18} aria-hidden />
          <span className="sr">{back.name}</span>
        </Link>
      ) : (
        <PhoneStart />
      )}
      <div className={styles.heading}>
        <h1 className={styles.title}>
          <span className={styles.wide}>{title}</span>
          <span className={styles.narrow}>{phoneTitle}</span>
        </h1>
        {detail && <span className={styles.detail}>{detail}</span>}
      </div>
      <div className={styles.end}>
        <SearchButton />
        <LiveIndicator />
        <span className={styles.wide}>
          <SchemeToggle />
        </span>
        {phoneActions && <span className={styles.narrow}>{phoneActions}</span>}
      </div>
    </header>
    <div className={styles.columns}>
      <main className={styles.main}>{children}</main>
      {rail && <aside className={styles.rail}>{rail}</aside>}
    </div>
    {phoneFoot && (
      <div className={styles.foot} data-page-foot>
        {phoneFoot}
      </div>
    )}
  </>
)

/** What phones show before the title of a page without an arrow of its own. */
function PhoneStart() {
  const { pathname } = useLocation()
  if (!isUnderMore(pathname))
    return (
      <span className={styles.mark}>
        <Logo size={30} />
      </span>
    )
  return (
    <Link to="/sites" className={styles.phoneBack}>
      <IconArrowLeft size={22} aria-hidden />
      <span className="sr">Back to jobs</span>
    </Link>
  )
}
