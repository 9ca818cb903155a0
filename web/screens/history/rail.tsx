import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CompanyEntry } from '#core/history/company-entry.ts'
import type { HistoryKind } from '#core/history/kinds.ts'
import { timeIn } from '#core/time/format.ts'
import type { EventAnswer } from '#core/wire/history.ts'
import { Changes } from '#web/features/history/history-changed-fields.tsx'
import { kindNames } from '#web/features/history/history-kind-names.ts'
import { momentIn } from '#web/features/history/history-times.ts'
import { useEvent } from '#web/sync/reads/history.ts'
import { numberText } from '#web/ui/number-format.ts'
import { Loading, SkeletonLine } from '#web/ui/states/loading.tsx'
import { dayIn } from '#web/ui/time/format-instant.ts'
import { entryText, useActors } from './actors.ts'
import { EraseAction } from './erase-action.tsx'
import { JobActions, JobProof } from './job-actions.tsx'
import styles from './rail.module.css'
import { ActorTag } from './row.tsx'

type Props = { seq: number | undefined; zone: string; onChoose: (seq: number) => void }

/** One event: both of its times, its context, its place in the chain, and its actions. */
export function EventRail({ seq, zone, onChoose }: Props) {
  const { data, isError, refetch } = useEvent(seq)
  if (seq === undefined) return <p className={styles.none}>Choose an event to see its details.</p>
  if (isError && data?.entry.seq !== seq)
    return (
      <div className={styles.none} role="alert">
        <p>The event could not be loaded.</p>
        <Button variant="default" size="xs" onClick={() => void refetch()}>
          Retry
        </Button>
      </div>
    )
  if (!data)
    return (
      <Loading>
        <div className={styles.skeleton}>
          {[60, 90, 40, 75].map((width) => (
            <SkeletonLine key={width} width={`${width}%`} />
          ))}
        </div>
      </Loading>
    )
  return <KnownEvent answer={data} zone={zone} onChoose={onChoose} />
}

function KnownEvent({
  answer,
  zone,
  onChoose,
}: {
  answer: EventAnswer
  zone: string
  onChoose: (seq: number) => void
}) {
  const { entry, cause, caused, sentWith } = answer
  const { namesAt, actorOf } = useActors()
  const actor = actorOf(entry)
  const nameOf = namesAt(entry.recordedAt)
  const { place, version, seq } = entry
  return (
    <article className={styles.rail} aria-label={`Event ${numberText(seq)}`}>
      <header className={styles.head}>
        <h2 className={styles.title}>Event {numberText(seq)}</h2>
        {place?.jobId && <JobProof jobId={place.jobId} />}
      </header>
      <p className={styles.said}>
        <strong>{actor.name}</strong> <ActorTag {...actor} /> {entryText(entry)}
      </p>
      <Changes changes={entry.changes} zone={zone} nameOf={nameOf} named={entry.type === 'JobCreated'} />
      <Times entry={entry} zone={zone} />
      <dl className={styles.facts}>
        <Fact name="Day">{dayIn(entry.recordedAt, zone)}</Fact>
        <Fact name="Site">{place?.apartmentName}</Fact>
        <Fact name="Job">
          {place?.jobId ? (
            <>
              <Link to={`/job/${place.jobId}`}>{place.jobRef}</Link>, event {version}
            </>
          ) : (
            place?.jobRef
          )}
        </Fact>
        <Fact name="Sent with">{sentWith.map(({ kind, count }) => countOf(kind, count)).join(', ')}</Fact>
        <Fact name="Caused">{caused.length > 0 && <Named entries={caused} onChoose={onChoose} />}</Fact>
        <Fact name="Because of">{cause && <Named entries={[cause]} onChoose={onChoose} />}</Fact>
        <Fact name="Imported">{entry.importedFrom !== undefined && (entry.importedFrom || 'from a file')}</Fact>
        <Fact name="Corrected">
          {entry.corrected && `${momentIn(entry.corrected.happenedAt, zone)}: ${entry.corrected.reason}`}
        </Fact>
        <Fact name="Erased">
          {entry.erased && `${momentIn(entry.erased.at, zone)} by ${nameOf(entry.erased.by)}: ${entry.erased.reason}`}
        </Fact>
        <Fact name="Command">
          <code title={entry.commandId}>{short(entry.commandId)}</code>
        </Fact>
      </dl>
      <h3 className={styles.heading}>Chain</h3>
      <dl className={styles.chain}>
        <Hash name="Previous" hash={answer.previousHash} />
        <Hash name="This" hash={entry.hash} />
        <Hash name="Next" hash={answer.nextHash} />
      </dl>
      {!place?.jobId && (
        <div className={styles.actions}>
          <EraseAction key={seq} entry={entry} zone={zone} />
        </div>
      )}
      {place?.jobId && (
        <div className={styles.actions}>
          <Button
            component={Link}
            variant="default"
            to={`/job/${place.jobId}?entry=${version}`}
            leftSection={<IconHistory size={16} stroke={1.75} aria-hidden />}
          >
            See the job at that time
          </Button>
          <JobActions key={seq} jobId={place.jobId} entry={entry} zone={zone} />
        </div>
      )}
    </article>
  )
}

function Times({ entry: { happenedAt, recordedAt, clock }, zone }: { entry: CompanyEntry; zone: string }) {
  const minutes = Math.floor((Date.parse(recordedAt) - Date.parse(happenedAt)) / 60_000)
  const hours = Math.floor(minutes / 60)
  const late = clock === 'device' && minutes >= 1
  const exact = (instant: string) => `${timeIn(instant, zone)}${instant.slice(16, 19)}`
  return (
    <ol className={styles.times}>
      <li data-late={late || undefined}>
        <span>{clock === 'device' ? 'Happened on the device' : 'Happened, by the server’s clock'}</span>
        <time dateTime={happenedAt}>
          {dayIn(happenedAt, zone) === dayIn(recordedAt, zone) ? '' : `${dayIn(happenedAt, zone)}, `}
          {exact(happenedAt)}
        </time>
      </li>
      {late && (
        <li className={styles.offline}>{[hours > 0 ? `${hours} h` : '', `${minutes % 60} min`].join(' ')} offline</li>
      )}
      <li>
        <span>Recorded by the server</span>
        <time dateTime={recordedAt}>{exact(recordedAt)}</time>
      </li>
    </ol>
  )
}

/** A fact and its name; nothing if there is none. */
const Fact = ({ name, children }: { name: string; children: ReactNode }) =>
  children ? (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  ) : null

const Named = ({ entries, onChoose }: { entries: readonly CompanyEntry[]; onChoose: (seq: number) => void }) =>
  entries.map((one) => (
    <span key={one.seq} className={styles.named}>
      {one.sentence},{' '}
      <button type="button" className={styles.link} onClick={() => onChoose(one.seq)}>
        event {numberText(one.seq)}
      </button>
    </span>
  ))

/** '2 notes', '1 image'. */
function countOf(kind: HistoryKind, count: number) {
  const name = kindNames[kind].toLowerCase()
  return `${count} ${count === 1 && kind !== 'status' ? name.replace(/s$/, '') : name}`
}

const short = (hex: string) => `${hex.slice(0, 4)}…${hex.slice(-4)}`

const Hash = ({ name, hash }: { name: string; hash: string | undefined }) => (
  <div>
    <dt>{name}</dt>
    <dd>{hash ? <code title={hash}>{short(hash)}</code> : 'None yet'}</dd>
  </div>
)
