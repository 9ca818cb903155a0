import { useMemo, useState } from 'react'
import type { Job } from '#core/job/job.ts'
import { type ChangeOfMany, isAlreadySo, type Planned, planned } from '#core/prediction/many-jobs.ts'
import { contextOf } from '#web/sync/ledger/asker-context.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { unfollowCommands } from '#web/sync/outbox/followed.ts'
import { asksToBookAnyway } from '#web/sync/outbox/outbox.ts'
import { counted } from '#web/ui/number-format.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { type Asked, giveCommands, type NotDone } from './give-commands.ts'
import { announceMany, forget, type WayBack, waysBack } from './undo-many.ts'

/** What has happened so far: nothing, commands are being answered, or some were refused. */
type Progress =
  | { state: 'choosing' }
  | { state: 'sending'; answered: number; all: number }
  | { state: 'refused'; notDone: readonly NotDone[]; ways: readonly WayBack[] }

type Able = Extract<Planned, { command: unknown }>
const isAble = (one: Planned): one is Able => 'command' in one

/** The change of these jobs by this person. */
export type ChangeFor = (jobs: readonly Job[], asked: ReturnType<typeof contextOf>) => ChangeOfMany

function plansFor(change: ChangeFor, all: readonly (Job | undefined)[], asked: ReturnType<typeof contextOf>) {
  const jobs = all.filter((job) => job !== undefined)
  const changeOf = change(jobs, asked)
  return jobs.map((job) => planned(job, changeOf, asked))
}

/** Plans a change for each of many jobs, makes it, and says what came of it. `words` says what was done on so many jobs. */
export function useChangeOfMany(
  jobs: readonly (Job | undefined)[],
  change: ChangeFor | undefined,
  words: (jobs: string) => string,
  onDone: () => void,
) {
  const [progress, setProgress] = useState<Progress>({ state: 'choosing' })
  const asker = useLedger((state) => state.asker)
  const plans = useMemo(() => {
    if (!asker || !change) return []
    return plansFor(change, jobs, contextOf(asker, { happenedAt: new Date().toISOString() }))
  }, [asker, change, jobs])
  const able = plans.filter(isAble)

  /** `ways` are those back from all that is done by then; `before` are the jobs on which it stays undone. */
  const give = async (commands: readonly Asked[], ways: readonly WayBack[], before: readonly NotDone[] = []) => {
    setProgress({ state: 'sending', answered: 0, all: commands.length })
    const { waiting, notDone } = await giveCommands(commands, (answered) =>
      setProgress({ state: 'sending', answered, all: commands.length }),
    )
    unfollowCommands(waiting)
    const all = [...before, ...notDone]
    if (all.length > 0) setProgress({ state: 'refused', notDone: all, ways })
    else finish(ways, waiting.length)
  }
  const tryGiving = (...given: Parameters<typeof give>) =>
    void give(...given).catch((error: Error) => {
      setProgress({ state: 'choosing' })
      toast.failure(`Not all jobs were changed: ${error.message}`)
    })
  const finish = (ways: readonly WayBack[], unsent = 0) => {
    const later = unsent > 0 ? `. ${counted(unsent, 'change')} will be sent when the server can be reached` : ''
    if (ways.length > 0) announceMany(`${words(counted(ways.length, 'job'))}${later}`, ways)
    onDone()
  }
  return {
    progress,
    plans,
    able: able.length,
    already: plans.filter(isAlreadySo).length,
    save: () => {
      if (able.length > 0 && progress.state === 'choosing') tryGiving(able, waysBack(able.map((one) => one.made)))
    },
    /** Books the visits whose people are already booked at that time. */
    bookAnyway: () => {
      if (progress.state !== 'refused') return
      const { notDone, ways } = progress
      const clashes = notDone.filter(isClash)
      void forget(clashes)
      tryGiving(
        clashes.flatMap(anyway),
        ways,
        notDone.filter((one) => !isClash(one)),
      )
    },
    /** Once its reasons have been read, what was refused is gone. */
    close: () => {
      if (progress.state !== 'refused') return onDone()
      const refused = new Set(progress.notDone.map(({ job }) => job.jobId))
      void forget(progress.notDone)
      finish(progress.ways.filter(({ job }) => !refused.has(job.jobId)))
    },
  }
}

export const isClash = ({ entry }: NotDone) => entry !== undefined && asksToBookAnyway(entry)

const anyway = ({ job, entry }: NotDone): Asked[] =>
  entry?.command.type === 'ScheduleJob'
    ? [{ job, command: { ...entry.command, data: { ...entry.command.data, anyway: true } } }]
    : []
