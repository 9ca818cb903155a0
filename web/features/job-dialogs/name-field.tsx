import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import type { lists } from '#core/wire/jobs/jobs.ts'
import { useNameSuggestions } from '#web/sync/reads/name-suggestions.ts'

type Props = Omit<AutocompleteProps, 'data' | 'value' | 'onChange'> & {
  list: (typeof lists)[number]
  /** How many characters to type before names are suggested. */
  from: number
  value: string
  onChange: (value: string) => void
}

/** A text field that suggests names the company has used. The suggestions hide 200 ms after it loses the focus. */
export function NameField({ list, from, value, onChange, description, ...field }: Props) {
  const { names, failed } = useNameSuggestions(list, value, from)
  return (
    <Autocomplete
      {...field}
      // A name can still be typed.
      description={failed ? 'Failed to load initial data' : description}
      openOnFocus={false}
      data={names.filter((name) => name !== value)}
      value={value}
      onChange={onChange}
      maxLength={200}
      // Without a duration Mantine ignores the delay.
      comboboxProps={{ transitionProps: { duration: 1, exitDelay: 200 } }}
    />
  )
}
