import { type ReactNode, useEffect, useState } from 'react'
import styles from './loading.module.css'

/** Milliseconds before the skeleton is shown. */
const skeletonDelay = 150

/** Announces 'Loading...' at once; shows a skeleton only if loading takes a while. */
export function Loading({ children }: { children?: ReactNode }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), skeletonDelay)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status">
      <span className="sr">Loading...</span>
      {late && <div aria-hidden>{children}</div>}
    </div>
  )
}

/** A grey bar in place of a line of text. */
export const SkeletonLine = ({ width, height = 12 }: { width: number | string; height?: number }) => (
  <span className={styles.line} style={{ width, height }} />
)

/** Grey rows in place of a table or list; `columns` are the widths of its bars by column name. */
export const SkeletonRows = ({ rows, columns }: { rows: number; columns: Record<string, number | string> }) => (
  <div className={styles.card}>
    {Array.from({ length: rows }, (_, row) => row).map((row) => (
      <div key={row} className={styles.row}>
        {Object.entries(columns).map(([column, width]) => (
          <SkeletonLine key={column} width={width} />
        ))}
      </div>
    ))}
  </div>
)
