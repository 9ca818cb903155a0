import type { Job } from '#core/job/job.ts'
import type { JobCommand } from '#core/job/messages.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { predict } from '#core/prediction/prediction.ts'
import { isOfJob } from '#core/prediction/subjects.ts'
import type { CommandResult } from '#core/wire/commands.ts'
import { contextOf } from '#web/sync/ledger/asker-context.ts'
import type { Asker } from '#web/sync/ledger/ledger-state.ts'
import { type Entry, type Queue, withKept } from '#web/sync/outbox/outbox.ts'

/** An admin at her device. */
export const sarah: Asker = {
  userId: '0198c000-0000-7000-8000-000000000001',
  userRole: 'admin',
  companyId: '0198c000-0000-7000-8000-00000000000c',
}
export const jobId = '0198c000-0000-7000-8000-0000000000a1'
export const taskIds = ['0198c000-0000-7000-8000-0000000000b1', '0198c000-0000-7000-8000-0000000000b2'] as const

/** Storage that outlives the tab, and tells the open one of changes, as an answer that an earlier one still receives. */
export function aDisk() {
  let stored: Queue = []
  const tick = () => new Promise((resolve) => setTimeout(resolve, 0))
  const watching = new Set<(removed: readonly string[]) => void>()
  const tell = () => {
    for (const changed of watching) changed([])
  }
  return {
    storage: {
      read: async () => {
        await tick()
        return stored
      },
      change: async (by: (queue: Queue) => Queue) => {
        await tick()
        stored = by(structuredClone(stored))
        tell()
        return stored
      },
      wipe: async () => {
        stored = []
      },
      watch: (changed: (removed: readonly string[]) => void) => {
        watching.add(changed)
        return () => void watching.delete(changed)
      },
      keep: async (entries: readonly Entry[]) => {
        await tick()
        stored = withKept(stored, entries)
      },
    },
    stored: () => stored,
  }
}

/** The server: the real rules over one job, each command accepted once. */
export function aServer() {
  let job: Job | undefined
  let seq = 0
  const outcomes = new Map<string, CommandResult>()
  const applied: string[] = []
  const take = ({ commandId, command, happenedAt }: Pick<Entry, 'commandId' | 'command' | 'happenedAt'>) => {
    const first = outcomes.get(commandId)
    if (first) return first
    if (!isOfJob(command)) throw new Error('This server knows one job and nothing else')
    const outcome = predict(job, command, contextOf(sarah, { happenedAt }), { commandId, happenedAt, seq })
    if (isRefusal(outcome)) return { commandId, status: 'refused', error: outcome.error } satisfies CommandResult
    job = outcome.document
    seq += outcome.events.length
    applied.push(commandId)
    const result: CommandResult = { commandId, status: 'accepted', seq }
    outcomes.set(commandId, result)
    return result
  }
  return {
    take,
    applied,
    now: () => ({ job, seq }),
  }
}

/** The command that creates the job with two tasks. */
export const created: JobCommand = {
  type: 'CreateJob',
  data: {
    jobId,
    apartmentName: '14 marlowe court',
    createdAt: '2026-11-20',
    tasks: taskIds.map((taskId) => ({ taskId, description: 'Reseal bath' })),
  },
}
/** The command that a tap on a task gives. */
export const cycle = (job: Job | undefined, of: number): JobCommand => {
  const task = job?.jobDescriptions[of]
  return {
    type: 'CycleTask',
    data: { jobId, taskId: taskIds[of] ?? '', from: task?.status ?? 'not completed' },
  }
}
