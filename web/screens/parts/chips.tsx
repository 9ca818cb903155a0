import type { PartFilter } from '#core/wire/list-options.ts'
import type { PartsAnswer } from '#core/wire/parts.ts'
import { Chips } from '#web/ui/marks/chips.tsx'

const chips = [
  { key: '', count: 'all', name: 'All' },
  { key: 'late', count: 'late', name: 'Late' },
  { key: 'waiting', count: 'waiting', name: 'Waiting' },
  { key: 'mine', count: 'mine', name: 'My visits' },
] as const

type Props = {
  chosen: PartFilter | ''
  counts: PartsAnswer['counts'] | undefined
  onChoose: (filter: PartFilter | '') => void
}

/** The filters for the Parts Book on a phone, with counts. */
export const PartChips = ({ chosen, counts, onChoose }: Props) => (
  <Chips
    label="Which parts"
    chips={chips.map((chip) => ({ ...chip, count: counts?.[chip.count] }))}
    chosen={chosen}
    onChoose={onChoose}
  />
)
