import { type ReactNode, useEffect, useState } from 'react'
import styles from './loading.module.css'

const patience = 150

/** Says 'Loading...' at once to those who listen; shows the shape of what comes only when it takes a while. */
export function Loading({ children }: { children?: ReactNode }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status">
      <span className="sr">Loading...</span>
      {late && <div aria-hidden>{children}</div>}
    </div>
  )
}

/** One grey bar where a line of text will be. */
export const SkeletonLine = ({ width, height = 12 }: { width: number | string; height?: number }) => (
  <span className={styles.line} style={{ width, height }} />
)

/** As many grey rows as the table or list that comes will have; each column has a name and the width of its bar. */
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
