import { historyKinds } from '#core/history/kinds.ts'
import { kindNames } from '#web/features/history/history-kind-names.ts'
import type { HistoryFilter } from '#web/features/history/history-moments.ts'
import { PlainSelect } from '#web/ui/fields/plain-select.tsx'
import styles from './history-filters.module.css'

type Props = {
  filter: HistoryFilter
  /** Kinds and people in this history. */
  kinds: ReadonlySet<string>
  people: readonly { userId: string; username: string }[]
  onFilter: (filter: HistoryFilter) => void
}

/** Filters of a history: kind, person and text. */
export const HistoryFilters = ({ filter, kinds, people, onFilter }: Props) => (
  <search className={styles.filters} aria-label="History">
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
          ...people.map(({ userId, username }) => ({ value: userId, label: username })),
        ]}
        onChange={(person) => onFilter({ ...filter, person })}
      />
    </div>
  </search>
)
