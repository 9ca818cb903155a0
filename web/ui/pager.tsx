import styles from './pager.module.css'

type Props = { page: number; totalPages: number; onPage: (page: number) => void }

/** 'Page X of Y' between < and >. An empty list counts as one page. */
export function Pager({ page, totalPages, onPage }: Props) {
  const last = Math.max(1, totalPages)
  return (
    <nav id="pages" tabIndex={-1} className={styles.pager} aria-label="Pages">
      <button type="button" className={styles.step} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <span aria-hidden>&lt;</span>
        <span className="sr">Previous page</span>
      </button>
      <span className={styles.place} aria-live="polite">
        Page {page} of {last}
      </span>
      <button type="button" className={styles.step} disabled={page >= last} onClick={() => onPage(page + 1)}>
        <span aria-hidden>&gt;</span>
        <span className="sr">Next page</span>
      </button>
    </nav>
  )
}
