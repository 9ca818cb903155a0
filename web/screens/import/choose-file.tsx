import { Button } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { importLimits } from '#core/wire/imports.ts'
import { numberText } from '#web/ui/number-format.ts'
import styles from './choose-file.module.css'
import { sendFile } from './queries.ts'

const megabytes = importLimits.bytes / 1024 / 1024

const openXml = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const openDocument = 'application/vnd.oasis.opendocument.spreadsheet'
/** By name and by type: phones go by the type. What a file holds is checked by the server. */
const accepted = `.xlsx,.xlsm,.ods,.csv,.tsv,.txt,text/csv,${openXml},${openDocument}`

/** Takes a file, chosen or dropped, and shows what is wrong with it. */
export function ChooseFile({ onSent }: { onSent: (importId: string) => void }) {
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const errorId = useId()
  const [over, setOver] = useState(false)
  const [sending, setSending] = useState<string>()
  const [error, setError] = useState<string>()
  const send = async (file: File | undefined) => {
    if (!file || sending) return
    setError(undefined)
    if (file.size > importLimits.bytes)
      return setError(`A file can be at most ${megabytes} MB. Split it into smaller ones.`)
    setSending(file.name)
    await sendFile(queries, file)
      .then(({ importId }) => onSent(importId))
      .catch((failure: Error) => setError(failure.message))
      .finally(() => setSending(undefined))
  }
  return (
    <section
      className={styles.drop}
      data-over={over || undefined}
      aria-label="Jobs file"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        void send(event.dataTransfer.files[0])
      }}
    >
      <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden />
      <h2 className={styles.title}>A spreadsheet of jobs: .xlsx, .ods or CSV</h2>
      <p className={styles.text}>
        The first row holds the headings. Up to {numberText(importLimits.rows)} rows and {megabytes} MB. Nothing is
        saved until you’ve checked it.
      </p>
      {error && (
        <p id={errorId} role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <input
        ref={input}
        type="file"
        accept={accepted}
        aria-label="Choose a file"
        className={styles.input}
        tabIndex={-1}
        onChange={(event) => {
          void send(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <Button
        onClick={() => input.current?.click()}
        disabled={sending !== undefined}
        aria-describedby={error && errorId}
      >
        {sending === undefined ? 'Choose a file' : `Reading ${sending}...`}
      </Button>
      <p className={styles.hint}>or drop it here</p>
    </section>
  )
}
