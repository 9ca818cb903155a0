import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import type { lists } from '#core/wire/jobs/jobs.ts'
import { useNameSuggestions } from '#web/sync/reads/name-suggestions.ts'

type Props = Omit<AutocompleteProps, 'data' | 'value' | 'onChange'> & {
  list: (typeof lists)[number]
  /** How many characters have to be typed before names are suggested. */
  from: number
  value: string
  onChange: (value: string) => void
}

/** A text field that suggests names which the company has used. Its suggestions stay 200 ms after it was left. */
export function NameField({ list, from, value, onChange, description, ...field }: Props) {
  const { names, failed } = useNameSuggestions(list, value, from)
  return (
    <Autocomplete
      {...field}
      // A name can be typed all the same.
      description={failed ? 'Failed to load initial data' : description}
      openOnFocus={false}
      data={names.filter((name) => name !== value)}
      value={value}
      onChange={onChange}
      maxLength={200}
      // Without a duration there is no delay either.
      comboboxProps={{ transitionProps: { duration: 1, exitDelay: 200 } }}
    />
  )
}
