import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ImportAnswer, ImportReading } from '#core/wire/imports.ts'
import { PlainSelect } from '#web/ui/fields/plain-select.tsx'
import styles from './cards.module.css'
import { readingOf, withCorrection } from './import-fields.ts'

type Props = {
  run: ImportAnswer
  row: ImportAnswer['checked']['refusedRows'][number]
  onChange: (reading: ImportReading) => void
}

/** What a spreadsheet's status can be read as. */
const statuses = [
  { value: 'open', label: 'Pending' },
  { value: 'completed', label: 'Completed' },
]

/** Replaces a refused value in every row that has it in this column. */
export function CorrectValue({ run: { plan }, row: { column, value, field, same }, onChange }: Props) {
  const [opened, setOpened] = useState(false)
  const [text, setText] = useState(field === 'status' ? 'open' : value)
  // A field joined from several columns has no single cell to correct.
  if (!field || plan.mapping[field]?.length !== 1 || field === 'workOrder') return null
  const apply = () => {
    setOpened(false)
    onChange(withCorrection(readingOf(plan), column, value, text.trim()))
  }
  const rows = same === 1 ? 'this row' : `all ${same} rows`
  const label = `${column} instead of ${value || '(empty)'}`
  if (!opened)
    return (
      <button type="button" className={styles.link} onClick={() => setOpened(true)}>
        {field === 'status' ? 'Choose' : 'Correct'}
        <span className="sr">
          {' '}
          {value || '(empty)'} in {column}
        </span>
      </button>
    )
  return (
    <form
      className={styles.correct}
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
      onKeyDown={({ key }) => key === 'Escape' && setOpened(false)}
    >
      {field === 'status' ? (
        <PlainSelect label={label} value={text} options={statuses} onChange={setText} />
      ) : (
        <input
          ref={focused}
          aria-label={label}
          className={styles.text}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <Button type="submit" variant="default">
        Use in {rows}
      </Button>
    </form>
  )
}

/** Selects the text, ready for typing. */
const focused = (field: HTMLInputElement | null) => field?.select()
