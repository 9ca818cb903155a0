import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type CommandGroup, shownConsequences } from '#core/history/bursts/command-groups.ts'
import type { HistoryEntry } from '#core/history/history.ts'
import { reasonOf } from '#core/history/reasons.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { timeIn } from '#core/time/format.ts'
import styles from '#web/features/history/history.module.css'
import { EntryActions } from '#web/features/history/history-actions.tsx'
import type { Authors, EntryContext } from '#web/features/history/history-authors.ts'
import { Changes } from '#web/features/history/history-changed-fields.tsx'
import { deviceTime, exactlyIn, lateness, momentIn } from '#web/features/history/history-times.ts'
import { PutBack } from '#web/features/history/undo/put-back.tsx'
import { useIsMet } from '#web/features/history/use-is-met.ts'
import { PersonAvatar, RoleTag } from '#web/ui/marks/person.tsx'
import { SignatureDrawing } from '#web/ui/signature/signature-drawing.tsx'
import { ago, dayIn } from '#web/ui/time/format-instant.ts'
import { addressOfEntry } from './history-address.ts'

type Props = { group: CommandGroup; authors: Authors } & EntryContext

/** One change: who, what, its values before and after, when, and its consequences. */
export function HistoryEntryLine({ group: { cause, consequences }, chosen, authors, ...around }: Props) {
  const { eventAt, zone } = around
  const { namesAt, authorOf } = authors
  const { name, role, look, known } = authorOf(cause)
  const nameOf = namesAt(cause.recordedAt)
  const isChosen = [cause, ...consequences].some((one) => one.version === chosen)
  const followed = shownConsequences({ cause, consequences })
  const line = useRef<HTMLLIElement>(null)
  const { isMet, meets } = useIsMet()
  useEffect(() => {
    if (isChosen) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <li ref={line} className={styles.entry} data-chosen={isChosen || undefined} {...meets}>
      <PersonAvatar name={name} role={role ?? 'admin'} look={look} size={22} />
      <div className={styles.what}>
        <p>
          <strong>{name}</strong> {role && known && <RoleTag role={role} />}{' '}
          {sentenceOf(cause, eventAt.get(cause.version), zone)}
        </p>
        <SignatureOf event={eventAt.get(cause.version)} />
        {cause.type !== 'JobCreated' && <Changes changes={cause.changes} zone={zone} nameOf={nameOf} />}
        {followed.length > 0 && (
          <ul className={styles.consequences}>
            {followed.map((one) => (
              <li key={one.seq}>
                {reasonOf(eventAt.get(one.version)) ?? (
                  <>
                    {one.unreadable ? `${one.sentence}: ${one.unreadable}` : one.sentence}
                    <Changes changes={one.changes} zone={zone} nameOf={nameOf} />
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
        <Times entry={cause} nameOf={nameOf} isMet={isMet} {...around} />
      </div>
    </li>
  )
}

/** The drawing of an entry that is a signature. */
const SignatureOf = ({ event }: { event: StoredEvent | undefined }) =>
  event?.type === 'SignatureGiven' && (
    <div className={styles.signature}>
      <SignatureDrawing strokes={event.data.strokes} name={event.data.name} />
    </div>
  )

function sentenceOf(entry: HistoryEntry, event: StoredEvent | undefined, zone: string) {
  if (event?.type !== 'TimeCorrected') return entry.sentence
  const { version, happenedAt, reason } = event.data
  return `corrected the time of event ${version} to ${momentIn(happenedAt, zone)}: ${reason}`
}

/** The time in short; a tap shows the exact times on both clocks, and the actions. */
type TimesProps = { entry: HistoryEntry; nameOf: ReturnType<Authors['namesAt']>; isMet: boolean } & Omit<
  EntryContext,
  'chosen'
>
function Times({ entry, nameOf, isMet, ...around }: TimesProps) {
  const { zone } = around
  const [address] = useSearchParams()
  const [open, setOpen] = useState(false)
  const { happenedAt, recordedAt, version, corrected, clock, erased } = entry
  const late = lateness(entry)
  const exact = `Happened ${exactlyIn(happenedAt, zone)}. Recorded ${exactlyIn(recordedAt, zone)}.`
  return (
    <>
      <p className={styles.when}>
        <button type="button" className={styles.time} title={exact} aria-expanded={open} onClick={() => setOpen(!open)}>
          <time dateTime={recordedAt}>{timeIn(recordedAt, zone)}</time>, {ago(recordedAt, Date.now(), zone)}
        </button>
        {' · '}
        <Link
          className={styles.link}
          to={{ search: String(addressOfEntry(address, version, 'job')) }}
          state={{ past: true }}
        >
          event {version}
          <span className="sr">, see the job as it was then</span>
        </Link>
        {isMet && !open && <PutBack entry={entry} {...around} />}
      </p>
      {late && clock === 'device' && (
        <p className={styles.late}>
          Made offline {deviceTime(entry, zone)}, recorded {late} later
        </p>
      )}
      {entry.unreadable && <p className={styles.late}>{entry.unreadable}</p>}
      {corrected && (
        <p className={styles.late}>
          Happened on {momentIn(corrected.happenedAt, zone)}, according to event {corrected.version}: {corrected.reason}
        </p>
      )}
      {erased && (
        <p className={styles.late}>
          Erased on {dayIn(erased.at, zone)} by {nameOf(erased.by)} because: {erased.reason}
        </p>
      )}
      {open && (
        <>
          <p className={styles.when}>{exact}</p>
          {clock === 'server' && (
            <p className={styles.when}>The device’s clock was wrong; this is the server’s time.</p>
          )}
          <EntryActions entry={entry} {...around} />
        </>
      )}
    </>
  )
}
