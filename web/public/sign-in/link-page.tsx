import type { ReactNode } from 'react'
import { Logo } from '#web/ui/marks/logo.tsx'
import formStyles from './auths-form.module.css'
import { AuthsPicture } from './auths-picture.tsx'
import styles from './auths-screen.module.css'

/** A page of the sign-in area with a single task. */
export const LinkPage = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <div className={styles.page}>
    <title>{`${title} · Fettle`}</title>
    <main className={styles.side}>
      <a href="/" className={styles.logo}>
        <Logo size={32} />
        Fettle
      </a>
      <div className={styles.middle}>
        <h1 className={formStyles.title}>{title}</h1>
        <p className={formStyles.text} role="status">
          {text}
        </p>
        {children}
      </div>
    </main>
    <AuthsPicture />
  </div>
)
