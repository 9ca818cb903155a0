import type { KeyboardEvent } from 'react'
import styles from './tabs.module.css'

type Props<T extends string> = {
  /** The accessible name of the tabs. */
  label: string
  tabs: readonly { tab: T; name: string; count?: number }[]
  chosen: T
  onChoose: (tab: T) => void
}

/** A row of tabs; arrows move between them. The panel below has the id `panel` and is labelled by the chosen tab. */
export function Tabs<T extends string>({ label, tabs, chosen, onChoose }: Props<T>) {
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = tabs[(tabs.findIndex((one) => one.tab === chosen) + step + tabs.length) % tabs.length]
    if (step === 0 || !next) return
    onChoose(next.tab)
    document.getElementById(`tab-${next.tab}`)?.focus()
  }
  return (
    <div className={styles.tabs} role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map(({ tab, name, count }) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`tab-${tab}`}
          className={styles.tab}
          aria-selected={tab === chosen}
          aria-controls="panel"
          tabIndex={tab === chosen ? 0 : -1}
          onClick={() => onChoose(tab)}
        >
          {name}
          {count !== undefined && count > 0 && <span className={styles.count}> {count}</span>}
        </button>
      ))}
    </div>
  )
}
