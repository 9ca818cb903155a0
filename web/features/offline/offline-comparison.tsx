import { Button } from '@mantine/core'
import { IconCheck, IconGitMerge } from '@tabler/icons-react'
import { useState } from 'react'
import type { Change } from '#core/history/changes.ts'
import type { HistoryEntry } from '#core/history/history.ts'
import { readable } from '#core/history/readable-changes.ts'
import type { Job } from '#core/job/job.ts'
import { useUser } from '#web/client/use-user.ts'
import type { Entry } from '#web/sync/outbox/outbox.ts'
import { useJobHistory, useOlderUntil } from '#web/sync/reads/job-history/use-job-history.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { BeforeAfter } from '#web/ui/before-after.tsx'
import { PersonAvatar } from '#web/ui/marks/person.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { compareOfflineWork, goesBackTo } from './compare-offline-work.ts'
import { ConflictChoice } from './conflicts/conflict-choice.tsx'
import { questionOf } from './conflicts/question-of.ts'
import { useAsking } from './conflicts/use-conflict.ts'
import styles from './offline-comparison.module.css'
import { seenOfflineWork } from './offline-work.ts'

type Props = {
  job: Job
  onHistory: (() => void) | undefined
  /** The ids of accepted commands that were made offline. */
  commands: readonly string[]
  /** Refused changes that met somebody else's: theirs stand until the user chooses. */
  refused: readonly Entry[]
}

/** The user's offline changes next to those of others; nothing if nobody else changed the job. */
export function OfflineComparison({ job, onHistory, commands, refused }: Props) {
  const { userId } = useUser()
  const asking = useAsking()
  const history = useJobHistory(job.jobId)
  const { data } = history
  useOlderUntil(data === undefined || goesBackTo(data.entries, commands), history)
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const found = data && compareOfflineWork(data.entries, commands, userId)
  const conflicts = refused.flatMap((entry) => {
    const question = questionOf(entry, asking)
    return question ? [{ entry, question, answer: chosen[entry.commandId] ?? question.answers[0]?.name ?? '' }] : []
  })
  if (!found && conflicts.length === 0) return null
  const met = new Set(refused.map(({ conflict }) => `${conflict?.actorId} ${conflict?.at}`))
  const kept = found
    ? [...found.mine, ...found.theirs].filter((one) => !met.has(`${one.actorId} ${one.happenedAt}`))
    : []
  const others = new Set([
    ...(found?.theirs ?? []).map(({ actorId }) => nameIn(asking, actorId)),
    ...refused.map(({ conflict }) => nameIn(asking, conflict?.actorId)),
  ])
  const done = () => {
    const refusals = conflicts.map(({ question, answer }) => question.answers.find((one) => one.name === answer)?.act())
    for (const refusal of refusals) if (refusal) toast.failure(refusal)
    seenOfflineWork(job.jobId)
  }
  return (
    <section className={styles.card} aria-labelledby="while-offline">
      <header className={styles.head}>
        <IconGitMerge size={20} stroke={1.75} aria-hidden />
        <div>
          <h2 id="while-offline">While you were offline</h2>
          <p>You and {new Intl.ListFormat('en-GB').format(others)} both changed this job</p>
        </div>
      </header>
      {kept.map((one) => (
        <Kept key={one.seq} entry={one} name={one.actorId === userId ? 'You' : asking.nameOf(one.actorId)} />
      ))}
      {conflicts.map(({ entry: { commandId }, question, answer }) => (
        <div key={commandId} className={styles.choice}>
          <ConflictChoice
            question={question}
            chosen={answer}
            onChoose={({ name }) => setChosen({ ...chosen, [commandId]: name })}
          />
        </div>
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

/** Inside a sentence. */
const nameIn = ({ nameOf }: ReturnType<typeof useAsking>, actorId: string | undefined) =>
  nameOf(actorId).replace(/^The office$/, 'the office')

function useWords() {
  const zone = useTimeZone()
  const people = usePeople()
  const nameOf = (userId: string) => people.get(userId)?.name ?? ''
  return (changes: readonly Change[]) => readable(changes, { zone, nameOf, now: new Date().toISOString() })
}

function Kept({ entry, name }: { entry: HistoryEntry; name: string }) {
  const words = useWords()
  const people = usePeople()
  const person = people.get(entry.actorId ?? '')
  return (
    <div className={styles.kept}>
      <PersonAvatar name={person?.name ?? name} role={person?.role ?? 'admin'} look={person?.look} size={22} />
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
