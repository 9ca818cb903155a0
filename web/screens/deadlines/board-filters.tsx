import { Select } from '@mantine/core'
import { label } from '#core/model/label.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { type BoardCard, type BoardView, choicesOf, nobody } from './board-cards.ts'
import styles from './board-filters.module.css'

type Props = { cards: readonly BoardCard[]; view: BoardView; onChange: (to: Partial<BoardView>) => void }

/** Shows the deadlines of one agency, hazard or person alone. */
export function BoardFilters({ cards, view, onChange }: Props) {
  const people = usePeople()
  const { agencies, hazards, people: assigned, hasUnassigned } = choicesOf(cards)
  const named = assigned
    .map((value) => ({ value, label: people.get(value)?.name ?? 'Former member' }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en-GB'))
  const everyone = hasUnassigned ? [{ value: nobody, label: 'Nobody' }, ...named] : named
  return (
    <div className={styles.filters}>
      <Choice
        name="Agency"
        all="All agencies"
        value={view.agency}
        options={agencies.map((value) => ({ value, label: value }))}
        onChange={(agency) => onChange({ agency })}
      />
      <Choice
        name="Hazard"
        all="All hazards"
        value={view.hazard}
        options={hazards.map((value) => ({ value, label: label(value) }))}
        onChange={(hazard) => onChange({ hazard })}
      />
      <Choice
        name="Person"
        all="All people"
        value={view.person}
        options={everyone}
        onChange={(person) => onChange({ person })}
      />
    </div>
  )
}

type Option = { value: string; label: string }
type ChoiceProps = {
  name: string
  all: string
  value: string
  options: readonly Option[]
  onChange: (value: string) => void
}

/** What the address names stays a choice, also once the board has no such card. */
function Choice({ name, all, value, options, onChange }: ChoiceProps) {
  const isKnown = value === '' || options.some((one) => one.value === value)
  const known = isKnown ? options : [...options, { value, label: label(value) }]
  return (
    <Select
      aria-label={name}
      className={styles.filter}
      data={[{ value: '', label: all }, ...known]}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  )
}
