import type { ReactNode } from 'react'
import { Logo } from '#web/ui/marks/logo.tsx'
import { type PublicPage, pages } from './pages.ts'
import styles from './public-frame.module.css'

type Props = {
  page: PublicPage
  /** A page with a filled button of its own has the header's in outline: one filled button a view. */
  ownButton?: boolean
  children: ReactNode
}

/**
 * What every public page has around it: the bar on top and the links at the foot. All links of public pages are plain ones,
 * since each page is HTML of its own and most have no script.
 */
export function PublicFrame({ page, ownButton = false, children }: Props) {
  const here = (path: string) => (page.path === path ? ('page' as const) : undefined)
  return (
    <div className={styles.page}>
      <title>{page.title}</title>
      <header className={styles.header}>
        <a href={pages.landing.path} className={styles.logo}>
          <Logo size={32} />
          Fettle
        </a>
        <nav className={styles.nav} aria-label="Main">
          <a href={pages.landing.path} aria-current={here(pages.landing.path)}>
            Home
          </a>
          <a href="/#why-us">Why Us?</a>
          <a href="/#steps">Steps</a>
          <a href="/#get-started">Get Started</a>
        </nav>
        <a href={pages.auths.path} className={styles.signIn}>
          Sign In
        </a>
        <a href={pages.auths.path} className={`${styles.start} ${ownButton ? styles.outlined : ''}`}>
          Get Started
        </a>
      </header>
      <main className={styles.main}>{children}</main>
      <footer className={styles.footer}>
        <a href={pages.landing.path} className={styles.logo}>
          <Logo size={26} />
          Fettle
        </a>
        <nav aria-label="Quick links">
          {footLinks.map(([name, path]) => (
            <a key={path} href={path} aria-current={here(path)}>
              {name}
            </a>
          ))}
        </nav>
      </footer>
    </div>
  )
}

const footLinks = [
  ['Pricing', pages.pricing.path],
  ['FAQ', pages.faq.path],
  ['Contact', pages.contact.path],
  ['Docs', pages.docs.path],
  ['Privacy', pages.privacy.path],
  ['Terms', pages.terms.path],
] as const
