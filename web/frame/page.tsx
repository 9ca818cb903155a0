import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { lastJobsList } from '#web/features/navigation/last-jobs-list.ts'
import { isUnderMore } from '#web/features/navigation/navigation.ts'
import { SchemeToggle } from '#web/features/navigation/scheme-toggle.tsx'
import { SearchButton } from '#web/features/palette/search-button.tsx'
import { Logo } from '#web/ui/marks/logo.tsx'
import { useRootMark } from '#web/ui/root-mark.ts'
import { Bell } from './lazy-menu-parts.tsx'
import { LiveIndicator } from './live-indicator.tsx'
import styles from './page.module.css'

type Props = {
  title: string
  /** A shorter title for phones. */
  phoneTitle?: string
  /** Small text beside the title, such as a job's number. */
  detail?: string
  /** Chooses between ways to show the page, beside the title; not on phones. */
  views?: ReactNode
  /** The target and name of the back arrow; `/sites` leads to the list as it was left. On phones, pages under More default to one leading to the jobs. */
  back?: { to: string; name: string }
  /** Icon buttons or chips at the right of the title on phones. */
  phoneActions?: ReactNode
  /** Whether these count the changes that wait: then phones need not say so twice. */
  countsWaiting?: boolean
  /** Shown within thumb reach on phones, instead of the bottom bar. */
  phoneFoot?: ReactNode
  /** A scrolling column at the right edge, such as the history; hidden below 1180 px. */
  rail?: ReactNode
  children: ReactNode
}

/** The same element each time, which a page that renders again leaves alone. */
const tools = (
  <>
    <SearchButton />
    <LiveIndicator />
    <span className={`${styles.wide} ${styles.bell}`}>
      <Bell />
    </span>
    <span className={styles.wide}>
      <SchemeToggle />
    </span>
  </>
)

/** A page of the signed-in area: the top bar with its title, and the content below. */
export const Page = ({
  title,
  phoneTitle = title,
  detail,
  views,
  back,
  phoneActions,
  countsWaiting = false,
  phoneFoot,
  rail,
  children,
}: Props) => (
  <>
    <title>{`${title} · Fettle`}</title>
    <header className={styles.bar}>
      {back ? (
        <Link to={back.to === '/sites' ? lastJobsList() : back.to} className={styles.back}>
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
      {views && <div className={styles.wide}>{views}</div>}
      <div className={countsWaiting ? `${styles.end} ${styles.counts}` : styles.end}>
        {tools}
        {phoneActions && <span className={styles.narrow}>{phoneActions}</span>}
      </div>
    </header>
    <div className={styles.columns}>
      <main className={styles.main}>{children}</main>
      {rail && <aside className={styles.rail}>{rail}</aside>}
    </div>
    {phoneFoot && <Foot>{phoneFoot}</Foot>}
  </>
)

/** Takes the place of the bottom bar. */
function Foot({ children }: { children: ReactNode }) {
  useRootMark('pageFoot')
  return <div className={styles.foot}>{children}</div>
}

/** What phones show before the title of a page without its own back arrow. */
function PhoneStart() {
  const { pathname } = useLocation()
  if (!isUnderMore(pathname))
    return (
      <span className={styles.mark}>
        <Logo size={30} />
      </span>
    )
  return (
    <Link to={lastJobsList()} className={styles.phoneBack}>
      <IconArrowLeft size={22} aria-hidden />
      <span className="sr">Back to jobs</span>
    </Link>
  )
}
