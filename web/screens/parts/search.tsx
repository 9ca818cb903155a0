import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import styles from './search.module.css'

/** The id of the field that `/` goes to. */
export const partSearchField = 'search-parts'

type Props = { applied: string; onSearch: (term: string) => void }

/** Search and Clear. Its key must change with the applied search, so that it starts from it. */
export function PartSearch({ applied, onSearch }: Props) {
  const [term, setTerm] = useState(applied)
  return (
    <form
      aria-label="Search parts"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(term.trim())
      }}
    >
      <TextInput
        id={partSearchField}
        className={styles.field}
        aria-label="Search parts by Product Name, Reference, Job ID or Category"
        placeholder="Product Name, Reference, Job ID or Category"
        maxLength={200}
        value={term}
        onChange={({ currentTarget }) => setTerm(currentTarget.value)}
      />
      <Button type="submit" variant="light">
        Search
      </Button>
      <Button
        variant="default"
        onClick={() => {
          setTerm('')
          onSearch('')
        }}
      >
        Clear
      </Button>
    </form>
  )
}
