import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconGitMerge } from '@tabler/icons-react'
import { useState } from 'react'
import type { Change } from '#core/history/changes.ts'
import type { HistoryEntry } from '#core/history/history.ts'
import { readable } from '#core/history/readable-changes.ts'
import type { Job } from '#core/job/job.ts'
import { timeIn } from '#core/time/format.ts'
import { useUser } from '#web/client/use-user.ts'
import { useJobHistory } from '#web/sync/reads/job.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { BeforeAfter } from '#web/ui/before-after.tsx'
import { PersonAvatar } from '#web/ui/marks/person.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { compareOfflineWork, type FieldConflict, type Settable } from './compare-offline-work.ts'
import styles from './offline-comparison.module.css'
import { seenOfflineWork } from './offline-work.ts'
import { takeTheirs } from './take-theirs.ts'

type Props = { job: Job; onHistory: (() => void) | undefined; commands: readonly string[] }

/** The user's offline changes next to those of others; nothing if nobody else changed the job. */
export function OfflineComparison({ job, onHistory, commands }: Props) {
  const { userId } = useUser()
  const nameOf = useNameOf()
  const { data } = useJobHistory(job.jobId)
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const found = data && compareOfflineWork(data.entries, commands, userId)
  if (!found) return null
  const conflicting = new Set(found.conflicts.flatMap(({ mine, theirs }) => [mine.entry.seq, theirs.entry.seq]))
  const others = new Intl.ListFormat('en-GB').format(new Set(found.theirs.map((one) => nameOf(one, 'the office'))))
  const done = () => {
    const refusals = found.conflicts.filter((one) => taken.has(keyOf(one))).map((one) => takeTheirs(job, one))
    for (const refusal of refusals) if (refusal) toast.failure(refusal)
    seenOfflineWork(job.jobId)
  }
  const choose = (key: string, theirs: boolean) =>
    setTaken(new Set(theirs ? [...taken, key] : [...taken].filter((one) => one !== key)))
  return (
    <section className={styles.card} aria-labelledby="while-offline">
      <header className={styles.head}>
        <IconGitMerge size={20} stroke={1.75} aria-hidden />
        <div>
          <h2 id="while-offline">While you were offline</h2>
          <p>You and {others} both changed this job</p>
        </div>
      </header>
      {[...found.mine, ...found.theirs]
        .filter((one) => !conflicting.has(one.seq))
        .map((one) => (
          <Kept key={one.seq} entry={one} name={one.actorId === userId ? 'You' : nameOf(one)} />
        ))}
      {found.conflicts.map((one) => (
        <Choice
          key={keyOf(one)}
          conflict={one}
          theirs={taken.has(keyOf(one))}
          onChoose={(it) => choose(keyOf(one), it)}
        />
      ))}
      <footer className={styles.foot}>
        {onHistory && (
          <Button variant="default" onClick={onHistory}>
            History
          </Button>
        )}
        <Button onClick={done}>Done</Button>
      </footer>
    </section>
  )
}

const keyOf = ({ field, of = '' }: FieldConflict) => `${field} ${of}`

/** People the user may not know are shown as the office. */
function useNameOf() {
  const people = usePeople()
  return ({ actorId = '' }: HistoryEntry, office = 'The office') => people.get(actorId)?.username ?? office
}

function useWords() {
  const zone = useTimeZone()
  const people = usePeople()
  const nameOf = (userId: string) => people.get(userId)?.username ?? ''
  return (changes: readonly Change[]) => readable(changes, { zone, nameOf, now: new Date().toISOString() })
}

function Kept({ entry, name }: { entry: HistoryEntry; name: string }) {
  const words = useWords()
  const people = usePeople()
  const person = people.get(entry.actorId ?? '')
  return (
    <div className={styles.kept}>
      <PersonAvatar username={person?.username ?? name} role={person?.role ?? 'admin'} size={22} />
      <div className={styles.what}>
        <p>
          <strong>{name}</strong> {entry.sentence}
        </p>
        {words(entry.changes).map(({ field, from, to }) => (
          <p key={field} className={styles.change}>
            <BeforeAfter from={from} to={to} />
          </p>
        ))}
        <p className={styles.stands}>
          <IconCheck size={16} stroke={2} aria-hidden />
          Kept
        </p>
      </div>
    </div>
  )
}

const names: Record<Settable, string> = {
  nextVisit: 'the next visit',
  warning: 'the warning',
  ready: 'Ready',
  status: 'the status',
}

function Choice({
  conflict,
  theirs,
  onChoose,
}: {
  conflict: FieldConflict
  theirs: boolean
  onChoose: (theirs: boolean) => void
}) {
  const words = useWords()
  const nameOf = useNameOf()
  const zone = useTimeZone()
  const value = ({ changes }: FieldConflict['mine']) =>
    words(changes)
      .map(({ to }) => to)
      .join(', ')
  const name = `conflict-${keyOf(conflict)}`
  const option = (side: FieldConflict['mine'], isTheirs: boolean, detail: string) => (
    <label className={styles.option}>
      <input type="radio" name={name} checked={theirs === isTheirs} onChange={() => onChoose(isTheirs)} />
      <span>
        <strong>{value(side)}</strong>
        <span className={styles.detail}>{detail}</span>
      </span>
    </label>
  )
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.asks}>
        <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
        <span>
          You both set {names[conflict.field]}
          {conflict.of !== undefined && ` for ${conflict.of}`}
        </span>
      </legend>
      {option(conflict.mine, false, `You, ${timeIn(conflict.mine.entry.happenedAt, zone)} · current`)}
      {option(
        conflict.theirs,
        true,
        `${nameOf(conflict.theirs.entry)}, ${timeIn(conflict.theirs.entry.recordedAt, zone)}`,
      )}
    </fieldset>
  )
}
