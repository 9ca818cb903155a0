import type { PartFilter } from '#core/paging.ts'
import type { PartsAnswer } from '#core/wire-parts.ts'
import styles from './chips.module.css'

const chips = [
  { filter: '', count: 'all', name: 'All' },
  { filter: 'late', count: 'late', name: 'Late' },
  { filter: 'waiting', count: 'waiting', name: 'Waiting' },
  { filter: 'mine', count: 'mine', name: 'My visits' },
] as const

type Props = {
  chosen: PartFilter | ''
  counts: PartsAnswer['counts'] | undefined
  onChoose: (filter: PartFilter | '') => void
}

/** Which parts a phone lists, with how many there are of each. */
export const PartChips = ({ chosen, counts, onChoose }: Props) => (
  <fieldset className={styles.chips} aria-label="Which parts">
    {chips.map(({ filter, count, name }) => (
      <button
        key={filter}
        type="button"
        className={styles.chip}
        aria-pressed={chosen === filter}
        onClick={() => onChoose(filter)}
      >
        {name} <span className={styles.count}>{counts?.[count]}</span>
      </button>
    ))}
  </fieldset>
)
