import { Button, TextInput } from '@mantine/core'
import { useDraft } from '#web/ui/use-draft.ts'
import styles from './search.module.css'

/** The id of the field that `/` goes to. */
export const partSearchField = 'search-parts'

type Props = { applied: string; onSearch: (term: string) => void }

/** Search and Clear. */
export function PartSearch({ applied, onSearch }: Props) {
  const { draft, change, submit } = useDraft(applied, onSearch)
  return (
    <form
      aria-label="Search parts"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        submit(draft)
      }}
    >
      <TextInput
        id={partSearchField}
        className={styles.field}
        aria-label="Search parts by Product Name, Reference, Job ID or Category"
        placeholder="Product Name, Reference, Job ID or Category"
        maxLength={200}
        value={draft}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      <Button type="submit" variant="light">
        Search
      </Button>
      <Button variant="default" onClick={() => submit('')}>
        Clear
      </Button>
    </form>
  )
}
