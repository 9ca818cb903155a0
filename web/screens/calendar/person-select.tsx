import { Select } from '@mantine/core'
import type { PersonName } from '#web/sync/reads/people.ts'
import { nameOf, shownPeople } from './rail/rail.tsx'
import type { PersonFilter } from './week-figures.ts'

type Props = {
  people: ReadonlyMap<string, PersonName>
  hours: ReadonlyMap<string, number>
  person: PersonFilter
  onPerson: (person: PersonFilter) => void
}

/** Chooses whose visits to show, where there is no room for the list of people. */
export function PersonSelect({ people, hours, person, onPerson }: Props) {
  const shown = shownPeople(people, hours)
  const all = person && !shown.includes(person) ? [...shown, person] : shown
  return (
    <Select
      aria-label="Whose visits"
      data={[{ value: '', label: 'Everyone' }, ...all.map((value) => ({ value, label: nameOf(value, people) }))]}
      value={person}
      onChange={(chosen) => onPerson(chosen ?? '')}
    />
  )
}
