import { useDebouncedValue } from '@mantine/hooks'
import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { burstsOf } from '#core/history/bursts/job-bursts.ts'
import { kindOf } from '#core/history/kinds.ts'
import { wordsIn } from '#core/history/readable-changes.ts'
import { isEventType } from '#core/ledger/ledger.ts'
import { nameAt } from '#core/member/names.ts'
import styles from '#web/features/history/history.module.css'
import { type HistoryFilter, matchingEntries, momentIndex, momentsOf } from '#web/features/history/history-moments.ts'
import { ProofBadge, ProofHead } from '#web/features/proof/proof-badge.tsx'
import { HistoryLoading } from '#web/screens/job/history-loading.tsx'
import type { JobHistory } from '#web/sync/reads/job-history/pages.ts'
import { useJobHistory } from '#web/sync/reads/job-history/use-job-history.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { type PersonName, usePeople } from '#web/sync/reads/people.ts'
import { counted } from '#web/ui/number-format.ts'
import { ReadFailed } from '#web/ui/states/read-failed.tsx'
import { EvidenceButton } from './evidence-button.tsx'
import { useChosenEntry } from './history-address.ts'
import { HistoryDays } from './history-days.tsx'
import { HistoryFilters } from './history-filters.tsx'
import { HistorySlider } from './history-slider.tsx'
import { OlderHistory } from './older-history.tsx'
import { stopsOf } from './stops.ts'

type Props = { jobId: string; phone?: boolean }

/** A job's history, newest first, with the slider to earlier moments. */
export function HistoryRail({ jobId, phone = false }: Props) {
  const { version } = useChosenEntry()
  // While the slider is dragged through a long history, not every entry on the way is read.
  const [until] = useDebouncedValue(version, 150, { leading: true })
  const read = useJobHistory(jobId, until)
  const { error, refetch } = read
  const data = read.data && { ...read, data: read.data, isSeeking: read.isSeeking || until !== version }
  if (error && !data) return <ReadFailed text="The history could not be loaded." error={error} onRetry={refetch} />
  if (data) return <KnownHistory jobId={jobId} read={data} phone={phone} />
  return (
    <div className={styles.history}>
      <h2 className={styles.title}>History</h2>
      <HistoryLoading />
    </div>
  )
}

/** What a person is found by: the name of then and of now, and the username. */
const namesIn = (person: PersonName | undefined, recordedAt: string) =>
  person ? [...new Set([nameAt(person, recordedAt), person.name, person.username])].join(' ') : ''

const everything: HistoryFilter = { kind: '', person: '', text: '' }
const kindNamed = ({ type }: { type: string }) => (isEventType(type) ? kindOf[type] : 'job')

type Read = ReturnType<typeof useJobHistory>
type KnownProps = { jobId: string; read: Read & { data: JobHistory }; phone: boolean }

function KnownHistory({ jobId, read, phone }: KnownProps) {
  const { data: history, isSeeking } = read
  const newest = useJobHistory(jobId)
  const [showLater, setShowLater] = useState(false)
  // What came later may be in other pages than the chosen entry.
  const listed = showLater ? newest : read
  const { entries, events } = listed.data ?? history
  const isCut = listed.hasNextPage
  const zone = useTimeZone()
  const people = usePeople()
  const { version, choose } = useChosenEntry()
  const [filter, setFilter] = useState(everything)
  const deferredFilter = useDeferredValue(filter)
  const moments = useMemo(() => momentsOf(history.events), [history.events])
  const eventAt = useMemo(() => new Map(events.map((event) => [event.version, event])), [events])
  const place = version === undefined ? -1 : momentIndex(moments, version, history.later > 0)
  const last = moments[place]?.last ?? version ?? Number.POSITIVE_INFINITY
  const later =
    last === Number.POSITIVE_INFINITY ? 0 : history.later + history.entries.filter((one) => one.version > last).length
  const shown = useMemo(() => {
    const until = showLater ? entries : entries.filter((one) => one.version <= last)
    const now = new Date().toISOString()
    const textOf = ({ actorId = '', sentence, changes, recordedAt }: (typeof entries)[number]) => {
      const nameOf = (userId: string) => namesIn(people.get(userId), recordedAt)
      return [nameOf(actorId), sentence, ...wordsIn(changes, { zone, nameOf, now })].join(' ')
    }
    return burstsOf(matchingEntries(until, deferredFilter, { kindOf: kindNamed, textOf }), { isCut })
  }, [entries, isCut, showLater, last, deferredFilter, people, zone])
  const drawn = useDrawn(shown.length)
  const kinds = useMemo(() => new Set(entries.map(kindNamed)), [entries])
  const authors = [...new Set(entries.flatMap(({ actorId }) => actorId ?? []))]
  return (
    <div className={styles.history}>
      <header className={styles.head}>
        <h2 className={styles.title}>History</h2>
        <ProofBadge jobId={jobId} seq={history.seq} />
        <p className={styles.count}>
          {counted(history.count, 'event')}
          <ProofHead jobId={jobId} seq={history.seq} />
        </p>
        <EvidenceButton jobId={jobId} />
      </header>
      <HistorySlider
        stops={stopsOf(history, moments, version, choose)}
        began={history.began}
        zone={zone}
        steps={phone}
      />
      <HistoryFilters
        filter={filter}
        kinds={kinds}
        people={authors.map((userId) => ({ userId, name: people.get(userId)?.name ?? '' }))}
        onFilter={setFilter}
      />
      {later > 0 && (
        <p className={styles.later}>
          {later === 1 ? '1 later event' : `${later} later events`} {showLater ? 'shown.' : 'hidden.'}
          <button type="button" className={styles.link} onClick={() => setShowLater(!showLater)}>
            {showLater ? 'Hide' : 'Show'}
          </button>
        </p>
      )}
      {history.unreadableFrom !== undefined && (
        <p className={styles.late}>
          {history.unreadableFrom === 1
            ? 'The first event of this job cannot be read, so it cannot be shown as it was.'
            : `This version of Fettle cannot read event ${history.unreadableFrom}. The job is shown as it was before it.`}
        </p>
      )}
      {shown.length === 0 && !isSeeking && !listed.hasNextPage && <p className={styles.none}>No matching history.</p>}
      <div className={styles.list}>
        <HistoryDays
          bursts={shown.slice(0, drawn)}
          jobId={jobId}
          history={listed.data ?? history}
          eventAt={eventAt}
          zone={zone}
          chosen={version}
        />
        {isSeeking && !showLater && <HistoryLoading />}
        {drawn >= shown.length && <OlderHistory read={listed} />}
      </div>
    </div>
  )
}

const atOnce = 30

/** How many of a long list's rows to render: a screenful first, then more in each frame. */
function useDrawn(length: number) {
  const [drawn, setDrawn] = useState(atOnce)
  useEffect(() => {
    if (drawn >= length) return
    const frame = requestAnimationFrame(() => startTransition(() => setDrawn(drawn + atOnce)))
    return () => cancelAnimationFrame(frame)
  }, [drawn, length])
  return drawn
}
