import { IconAlertTriangle, IconFileText, IconShieldCheck, IconShieldQuestion } from '@tabler/icons-react'
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { checkSealed, type SealCheck } from '#core/evidence/check-sealed.ts'
import { paths } from '#core/wire/paths.ts'
import { numberText } from '#web/ui/number-format.ts'
import styles from './verify-file.module.css'
import { verifyTools } from './verify-tools.ts'
import { signedWords, verdictOf } from './verify-words.ts'

type State =
  | { is: 'waiting' | 'checking' }
  | { is: 'unread'; why: string }
  | { is: 'checked'; name: string; check: SealCheck; own: string | undefined }

/** Checks a verification file and shows the result. The file stays in the browser. */
export function VerifyFile() {
  const [state, setState] = useState<State>({ is: 'waiting' })
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined) => {
    if (!file) return
    setState({ is: 'checking' })
    setState(await checked(file))
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
        <span className={styles.choose}>Choose the verification file</span>
        <span>or drop it here: evidence-00213.json</span>
        <input
          type="file"
          className={styles.input}
          accept=".json,application/json"
          ref={input}
          onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
        />
      </label>
      <div role="status">
        {state.is === 'checking' && <p>Checking...</p>}
        {state.is === 'unread' && <p className={styles.broken}>{state.why}</p>}
        {state.is === 'checked' && <Found {...state} />}
      </div>
    </div>
  )
}

const notOurs = 'This is not a Fettle verification file.'
/** In bytes. A job with a thousand events has a file of about one megabyte. */
const largest = 25_000_000

async function checked(file: File): Promise<State> {
  const tools = verifyTools()
  if (!tools) return { is: 'unread', why: 'This browser can check files only over a secure (https) connection.' }
  if (file.size > largest) return { is: 'unread', why: 'This file is too large to be a Fettle verification file.' }
  const text = await file.text().catch(() => undefined)
  if (text === undefined) return { is: 'unread', why: 'The file could not be read.' }
  if (text.startsWith('%PDF'))
    return {
      is: 'unread',
      why: 'This is the PDF itself. Open it, save the attached file (the paper clip), such as evidence-00213.json, and choose that.',
    }
  const check = await checkSealed(jsonIn(text), tools)
  if (!check) return { is: 'unread', why: notOurs }
  return { is: 'checked', name: file.name, check, own: await ownKey() }
}

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

function Found({ name, check, own }: { name: string; check: SealCheck; own: string | undefined }) {
  const { events, leftOut, jobRef, site, company, preparedAt, headSeq } = check
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
        <dd>{name}</dd>
        <dt>Job</dt>
        <dd>
          {jobRef}, {site}, {company}
        </dd>
        <dt>Sealed</dt>
        <dd>{momentOf(preparedAt)}</dd>
        <dt>Events</dt>
        <dd>
          {events - leftOut} in full{leftOut > 0 && `, ${leftOut} left out of this copy (hashes only)`}
        </dd>
        <dt>Ledger</dt>
        <dd>at entry {numberText(headSeq)}</dd>
        <dt>Signature</dt>
        <dd>{signedWords(check, own)}</dd>
      </dl>
    </>
  )
}

function momentOf(instant: string) {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return 'at an unknown time'
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(date)
}
