import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { type ImportAnswer, type ImportReading, importLimits } from '#core/wire/imports.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { download } from '#web/client/download.ts'
import { counted, numberText } from '#web/ui/number-format.ts'
import { toast } from '#web/ui/states/toast.tsx'
import table from '#web/ui/table.module.css'
import styles from './cards.module.css'
import { DayQuestion, SameOrders } from './check-choices.tsx'
import { CorrectValue } from './correct-value.tsx'

type Props = {
  run: ImportAnswer
  /** It is being checked again. */
  busy: boolean
  onChange: (reading: ImportReading) => void
  onStart: () => void
}

const shownAtFirst = 8
/** The result of a dry run: what is ready, and what is refused and why. */
export function CheckCard({ run, busy, onChange, onStart }: Props) {
  const { checked, state, importId } = run
  const [all, setAll] = useState(false)
  const rows = all ? checked.refusedRows : checked.refusedRows.slice(0, shownAtFirst)
  const isDraft = state === 'draft'
  const getRefused = () =>
    void download(pathTo(paths.refusedRows, { importId })).catch((error: Error) =>
      toast.failure(`Failed to download the refused rows: ${error.message}`, getRefused),
    )
  return (
    <section className={`${styles.card} ${styles.check}`} aria-label="Check" aria-busy={busy}>
      <h2 className={styles.head}>
        {isDraft ? 'Check' : 'Check before the import'}
        {isDraft && <span className={styles.said}>{busy ? 'Checking...' : 'Dry run: nothing is saved'}</span>}
      </h2>
      <dl className={styles.figures}>
        <Figure name={readyName(run)} count={checked.ready} kind="good" />
        <Figure
          name={`${checked.sites.all === 1 ? 'site' : 'sites'}, ${numberText(checked.sites.new)} new`}
          count={checked.sites.all}
        />
        <Figure
          name={`${checked.agencies.all === 1 ? 'agency' : 'agencies'}, ${numberText(checked.agencies.new)} new`}
          count={checked.agencies.all}
        />
        <Figure name="refused" count={checked.refused} kind={checked.refused > 0 ? 'bad' : undefined} />
      </dl>
      {checked.blocked !== undefined && (
        <p role="alert" className={styles.blocked}>
          {checked.blocked}
        </p>
      )}
      <DayQuestion run={run} busy={busy} onChange={onChange} />
      <SameOrders run={run} busy={busy} onChange={onChange} />
      {rows.length > 0 && (
        <div className={styles.scroll}>
          <table className={`${table.table} ${styles.table}`}>
            <caption className="sr">Refused rows</caption>
            <thead>
              <tr>
                <th scope="col">Row</th>
                <th scope="col">Column</th>
                <th scope="col">Value</th>
                <th scope="col">Reason</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.line} ${row.column}`}>
                  <td className={styles.quiet}>{row.line}</td>
                  <td className={styles.column}>{row.column}</td>
                  <td className={styles.value} title={row.value}>
                    {row.column ? row.value || '(empty)' : ''}
                  </td>
                  <td>
                    {row.reason}
                    {isDraft && <CorrectValue run={run} row={row} onChange={onChange} />}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className={styles.foot}>
        {!all && checked.refusedRows.length > shownAtFirst && (
          <button type="button" className={styles.link} onClick={() => setAll(true)}>
            {checked.refused > importLimits.named
              ? `Show the first ${importLimits.named}`
              : `Show all ${checked.refused}`}
          </button>
        )}
        <span className={styles.space} />
        {checked.refused > 0 && (
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={getRefused}>
            Refused rows
          </Button>
        )}
        {isDraft && (
          <Button onClick={onStart} disabled={busy || checked.ready === 0}>
            Import {numberText(checked.ready)} {checked.ready === 1 ? 'job' : 'jobs'}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Jobs, and their tasks where they differ in number. */
const readyName = ({ checked: { ready, tasks = ready } }: ImportAnswer) =>
  tasks === ready ? 'ready' : `ready, ${counted(tasks, 'task')}`

const Figure = ({ name, count, kind }: { name: string; count: number; kind?: 'good' | 'bad' | undefined }) => (
  <div className={styles.figure}>
    <dt>{name}</dt>
    <dd data-kind={kind}>{numberText(count)}</dd>
  </div>
)
