import type { TocEntry } from '@stefanprobst/rehype-extract-toc'
import type { ReactNode } from 'react'
import { guides, type PublicPage, pages } from '#web/public/pages.ts'
import { PublicFrame } from '#web/public/public-frame.tsx'
import styles from './docs-frame.module.css'
import text from './docs-text.module.css'

type Section = Pick<TocEntry, 'id' | 'value'>
type Props = { page: PublicPage; sections?: readonly Section[]; children: ReactNode }

/** A page of the documentation, with links to the others and to its own sections beside the text. */
export const DocsFrame = ({ page, sections = [], children }: Props) => (
  <PublicFrame page={page}>
    <div className={styles.page}>
      <nav className={styles.contents} aria-label="Documentation">
        <ul>
          <Entry page={pages.docs} here={page} name="Overview" sections={[]} />
          {Object.values(guides).map((guide) => (
            <Entry key={guide.path} page={guide} here={page} name={guide.for} sections={sections} />
          ))}
          <Entry page={pages.reference} here={page} name="API reference" sections={sections} />
        </ul>
      </nav>
      <article className={text.text}>{children}</article>
    </div>
  </PublicFrame>
)

type EntryProps = { page: PublicPage; here: PublicPage; name: string; sections: readonly Section[] }

const Entry = ({ page, here, name, sections }: EntryProps) => (
  <li>
    <a href={page.path} aria-current={page.path === here.path ? 'page' : undefined}>
      {name}
    </a>
    {page.path === here.path && sections.length > 0 && (
      <ul>
        {sections.map(({ id, value }) => (
          <li key={id}>
            <a href={`#${id}`}>{value}</a>
          </li>
        ))}
      </ul>
    )}
  </li>
)
