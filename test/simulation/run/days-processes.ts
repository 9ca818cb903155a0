import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { DayResult, Days } from './days.ts'

/** What a page of a day leaves in memory goes with its process. */
const perProcess = 25

/** Plays days in as many processes as the machine has cores. Throws if one of them ends before its days are played. */
export async function playInProcesses(
  { from, many }: Days,
  onDay: (day: DayResult) => void,
  isStopped: () => boolean,
): Promise<void> {
  let next = from
  const end = from + many
  const worker = async () => {
    while (next < end && !isStopped()) {
      const days = { from: next, many: Math.min(perProcess, end - next) }
      next += days.many
      await playInProcess(days, onDay, isStopped)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
}

async function playInProcess({ from, many }: Days, onDay: (day: DayResult) => void, isStopped: () => boolean) {
  const child = fork(join(import.meta.dirname, 'days-process.ts'), [String(from), String(many)])
  let played = 0
  child.on('message', (day: DayResult) => {
    played += 1
    onDay(day)
  })
  const [code, signal] = await once(child, 'close')
  if (played < many && !isStopped())
    throw new Error(
      `A process ended (${signal ?? code}) at day ${from + played} of seeds ${from} to ${from + many - 1}`,
    )
}
