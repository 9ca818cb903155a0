import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { historyKinds } from '#core/history/kinds.ts'
import { kindNames } from '#web/features/history/history-kind-names.ts'
import type { HistoryFilter } from '#web/features/history/history-moments.ts'
import { PlainSelect } from '#web/ui/fields/plain-select.tsx'
import styles from './history-filters.module.css'

type Props = {
  filter: HistoryFilter
  /** Kinds and people in this history. */
  kinds: ReadonlySet<string>
  people: readonly { userId: string; name: string }[]
  onFilter: (filter: HistoryFilter) => void
}

/** Filters of a history: kind, and behind a button person and text, so that the history begins high up. */
export function HistoryFilters({ filter, kinds, people, onFilter }: Props) {
  const [isOpened, setOpened] = useState(false)
  const isInUse = filter.text !== '' || filter.person !== ''
  const shown = isOpened || isInUse
  return (
    <search className={styles.filters} aria-label="History">
      <div className={styles.row}>
        <fieldset className={styles.kinds}>
          <legend className="sr">Kind</legend>
          {['' as const, ...historyKinds.filter((kind) => kinds.has(kind))].map((kind) => (
            <button
              key={kind}
              type="button"
              className={styles.kind}
              aria-pressed={filter.kind === kind}
              onClick={() => onFilter({ ...filter, kind })}
            >
              {kind === '' ? 'All' : kindNames[kind]}
            </button>
          ))}
        </fieldset>
        <button
          type="button"
          className={styles.more}
          aria-expanded={shown}
          disabled={isInUse}
          onClick={() => setOpened(!isOpened)}
        >
          <IconSearch size={16} stroke={1.75} aria-hidden />
          <span className="sr">Search, person</span>
        </button>
      </div>
      {shown && (
        <div className={styles.fields}>
          <input
            type="search"
            className={styles.field}
            aria-label="Search the history"
            placeholder="Search"
            value={filter.text}
            onChange={({ currentTarget }) => onFilter({ ...filter, text: currentTarget.value })}
          />
          <PlainSelect
            label="Person"
            value={filter.person}
            options={[
              { value: '', label: 'Everyone' },
              ...people.map(({ userId, name }) => ({ value: userId, label: name })),
            ]}
            onChange={(person) => onFilter({ ...filter, person })}
          />
        </div>
      )}
    </search>
  )
}
