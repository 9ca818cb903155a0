import { IconAlertTriangle, IconFileText, IconShieldCheck, IconShieldQuestion } from '@tabler/icons-react'
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { checkSealed, type SealCheck } from '#core/evidence/check-sealed.ts'
import { paths } from '#core/wire/paths.ts'
import { counted, numberText } from '#web/ui/number-format.ts'
import { attachedFile } from './attached-file.ts'
import styles from './verify-file.module.css'
import { verifyTools } from './verify-tools.ts'
import { signedWords, unattachedWords, verdictOf } from './verify-words.ts'

type State =
  | { is: 'waiting' | 'checking' }
  | { is: 'unread'; name: string; why: string }
  | ({ is: 'checked'; name: string } & Checked)

/** The check of a verification file, whether it was attached to a PDF, and the id of the key that this Fettle signs with. */
type Checked = { check: SealCheck; isOfPdf: boolean; own: string | undefined }

/** Checks an evidence pack's PDF, or its verification file alone, and shows the result. The file stays in the browser. */
export function VerifyFile() {
  const [state, setState] = useState<State>({ is: 'waiting' })
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef<File>(undefined)
  const take = async (file: File | undefined) => {
    if (!file) return
    latest.current = file
    setState({ is: 'checking' })
    const found = await checked(file)
    // Another file may have been given while this one was read.
    if (latest.current !== file) return
    setState(found)
    // So that the same file can be chosen again.
    if (input.current) input.current.value = ''
  }
  // A file may have been chosen before the script loaded.
  const takeFirst = useEffectEvent(() => void take(input.current?.files?.[0]))
  useEffect(() => takeFirst(), [])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  return (
    <div className={styles.card}>
      <p hidden data-unfolds>
        This check needs JavaScript, which is turned off in your browser.
      </p>
      <label
        className={styles.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileText size={28} stroke={1.5} aria-hidden />
        <span className={styles.choose}>
          {state.is === 'waiting' ? 'Choose the evidence pack' : 'Choose another file'}
        </span>
        <span>The PDF, or its verification file. You can also drop it here.</span>
        <input
          type="file"
          className={styles.input}
          accept=".pdf,.json,application/pdf,application/json"
          ref={input}
          onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
        />
      </label>
      <div role="status">
        {state.is === 'checking' && <p>Checking...</p>}
        {state.is === 'unread' && (
          <>
            <p className={styles.name}>{state.name}</p>
            <p className={styles.broken}>{state.why}</p>
          </>
        )}
        {state.is === 'checked' && <Found {...state} />}
      </div>
    </div>
  )
}

/** In bytes. A job with a thousand events has a file of about one megabyte. */
const largest = 25_000_000
/** In bytes. Photos are printed small: a pack with a thousand of them has about 100 megabytes. */
const largestPdf = 500_000_000

async function checked(file: File): Promise<State> {
  const read = await readFrom(file).catch(() => 'The file could not be read.')
  return typeof read === 'string'
    ? { is: 'unread', name: file.name, why: read }
    : { is: 'checked', name: file.name, ...read }
}

/** The check of a file, or why it cannot be checked. Throws if the file cannot be read. */
async function readFrom(file: File): Promise<Checked | string> {
  const tools = verifyTools()
  if (!tools) return 'This browser can check files only over a secure (https) connection.'
  const isOfPdf = await isPdf(file)
  if (file.size > (isOfPdf ? largestPdf : largest)) return 'This file is too large to be an evidence pack from Fettle.'
  const found = isOfPdf ? await attachedFile(file, largest) : { text: await file.text() }
  if ('unread' in found) return unattachedWords[found.unread]
  const check = await checkSealed(jsonIn(found.text), tools)
  if (check) return { check, isOfPdf, own: await ownKey() }
  return isOfPdf
    ? 'The file attached to this PDF is not a Fettle verification file.'
    : 'This is neither the PDF of an evidence pack nor a Fettle verification file.'
}

/** PDF readers accept a few other bytes before the beginning. */
const isPdf = async (file: File) => /^(?!\s*\{).*%PDF-/s.test(await file.slice(0, 1024).text())

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The id of the key this Fettle signs with; undefined if it cannot be fetched. */
async function ownKey(): Promise<string | undefined> {
  const answer: unknown = await fetch(paths.proofKey)
    .then((response) => (response.ok ? response.json() : undefined))
    .catch(() => undefined)
  const keyId: unknown = answer && typeof answer === 'object' ? Reflect.get(answer, 'keyId') : undefined
  return typeof keyId === 'string' ? keyId : undefined
}

const icons = { broken: IconAlertTriangle, doubtful: IconShieldQuestion, intact: IconShieldCheck }

function Found({ name, check, isOfPdf, own }: { name: string } & Checked) {
  const { events, leftOut, jobRef, site, company, preparedAt, headSeq, keyId } = check
  const verdict = verdictOf(check, own)
  const Icon = icons[verdict.is]
  return (
    <>
      <h2 className={styles[verdict.is]}>
        <Icon size={22} aria-hidden />
        {verdict.name}
      </h2>
      <p>{verdict.words}</p>
      <dl className={styles.facts}>
        <dt>File</dt>
        <dd>
          {name}
          {isOfPdf && <span className={styles.what}>The file attached to it was checked, not its printed pages.</span>}
        </dd>
        <dt>Job</dt>
        <dd>
          {jobRef}, {site}, {company}
        </dd>
        <dt>Sealed</dt>
        <dd>{momentOf(preparedAt)}</dd>
        <dt>Events</dt>
        <dd>
          {numberText(events - leftOut)} in full
          {leftOut > 0 && `, ${numberText(leftOut)} left out of this copy`}
        </dd>
      </dl>
      <details key={verdict.is} className={styles.details} open={verdict.is === 'doubtful'}>
        <summary>Technical details</summary>
        <dl className={styles.facts}>
          <dt>Signature</dt>
          <dd>{signedWords(check, own)}</dd>
          <dt>Key</dt>
          <dd>{keyId}</dd>
          <dt>Ledger</dt>
          <dd>at entry {numberText(headSeq)}</dd>
          {leftOut > 0 && (
            <>
              <dt>Left out</dt>
              <dd>{counted(leftOut, 'event')}, present as hashes only</dd>
            </>
          )}
        </dl>
      </details>
    </>
  )
}

function momentOf(instant: string) {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return 'at an unknown time'
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(date)
}
