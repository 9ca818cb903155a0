import { Select } from '@mantine/core'

type Props<Value extends string> = {
  label: string
  nameOf: (value: Value) => string
  values: readonly Value[]
  value: Value | undefined
  onChange: (value: Value) => void
  error?: string | undefined
  placeholder?: string
  first?: boolean
}

/** One of several values, all of which have a name. */
export const ChoiceField = <Value extends string>({
  label,
  nameOf,
  values,
  value,
  onChange,
  error,
  placeholder,
  first,
}: Props<Value>) => (
  <Select
    label={label}
    data={values.map((one) => ({ value: one, label: nameOf(one) }))}
    value={value ?? null}
    error={error}
    placeholder={placeholder ?? 'Choose'}
    allowDeselect={false}
    searchable={values.length > 8}
    openOnFocus={false}
    data-autofocus={first || undefined}
    onChange={(chosen) => {
      const known = values.find((one) => one === chosen)
      if (known) onChange(known)
    }}
  />
)
