import { workbookNotes } from '#core/imports/workbook-notes.ts'
import type { ImportAnswer } from '#core/wire/imports.ts'
import { PlainSelect } from '#web/ui/fields/plain-select.tsx'
import { counted } from '#web/ui/number-format.ts'
import styles from './choices.module.css'

type Props = { run: ImportAnswer; busy: boolean; onSheet: (sheet: number) => void }

/** The sheet of a workbook that is imported, which can be changed until the import starts, and how it was read. */
export function SheetChoice({ run: { plan, state }, busy, onSheet }: Props) {
  const { workbook } = plan
  if (!workbook) return null
  const notes = workbookNotes(workbook)
  const { sheets, sheet } = workbook
  if (sheets.length === 1 && notes.length === 0) return null
  return (
    <div className={styles.sheet} aria-busy={busy}>
      {sheets.length > 1 && (
        <div className={styles.sheetName}>
          <span>Sheet</span>
          {state === 'draft' ? (
            <PlainSelect
              label="Sheet"
              value={String(sheet)}
              options={sheets.map(({ name, rows, fault }, place) => ({
                value: String(place),
                label: fault === undefined ? `${name} (${counted(rows, 'row')})` : name,
              }))}
              onChange={(place) => onSheet(Number(place))}
            />
          ) : (
            <b>{sheets[sheet]?.name}</b>
          )}
        </div>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  )
}
