import type { ReactNode } from 'react'
import { Logo } from '#web/ui/marks/logo.tsx'
import { type PublicPage, pages } from './pages.ts'
import styles from './public-frame.module.css'

type Props = {
  page: PublicPage
  /** The page has its own filled button, so the header's is outlined: one filled button per view. */
  ownButton?: boolean
  children: ReactNode
}

/**
 * The header and footer of every public page. Links are plain anchors, since each page is its own HTML file and most have no
 * script.
 */
export function PublicFrame({ page, ownButton = false, children }: Props) {
  const here = (path: string) => (page.path === path ? ('page' as const) : undefined)
  return (
    <div className={styles.page}>
      <title>{page.title}</title>
      <a href="#main" className={styles.skip}>
        Skip to main content
      </a>
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
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <footer className={styles.footer}>
        <a href={pages.landing.path} className={styles.logo}>
          <Logo size={26} />
          Fettle
        </a>
        <nav aria-label="Quick links">
          {footerLinks.map(([name, path]) => (
            <a key={path} href={path} aria-current={here(path)}>
              {name}
            </a>
          ))}
        </nav>
      </footer>
    </div>
  )
}

const footerLinks = [
  ['Pricing', pages.pricing.path],
  ['FAQ', pages.faq.path],
  ['Contact', pages.contact.path],
  ['Docs', pages.docs.path],
  ['Privacy', pages.privacy.path],
  ['Terms', pages.terms.path],
] as const
