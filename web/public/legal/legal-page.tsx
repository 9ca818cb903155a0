import type { ReactNode } from 'react'
import type { PublicPage } from '#web/public/pages.ts'
import { PublicFrame } from '#web/public/public-frame.tsx'
import styles from './legal-page.module.css'

type Props = { page: PublicPage; title: string; updated: string; children: ReactNode }

/** A long text in one narrow column. */
export const LegalPage = ({ page, title, updated, children }: Props) => (
  <PublicFrame page={page}>
    <article className={styles.text}>
      <h1>{title}</h1>
      <p className={styles.updated}>Last updated {updated}</p>
      {children}
    </article>
  </PublicFrame>
)
