import { Button, TextInput } from '@mantine/core'
import { type OnSearch, useTypedDraft } from '#web/ui/use-typed-draft.ts'
import styles from './search.module.css'

/** The id of the field that `/` goes to. */
export const partSearchField = 'search-parts'

type Props = { applied: string; onSearch: OnSearch }

/** Searches as one types; Search does so at once. */
export function PartSearch({ applied, onSearch }: Props) {
  const { draft, type, submit } = useTypedDraft(applied, onSearch)
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
        onChange={({ currentTarget }) => type(currentTarget.value)}
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
