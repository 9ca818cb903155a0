import { monitorEventLoopDelay } from 'node:perf_hooks'
import { inPackProcess } from '#api/evidence/pack-process.ts'
import { alternate, printRows, type Row, row } from '#bench/harness/measure.ts'
import { drawnHere } from '#test/server/packs/drawn-here.ts'
import { packReader, packTask, smallJpeg } from '#test/server/packs/pack-tasks.ts'

/** How long a pack holds the process at a stretch: made in a process of its own, and by the one that serves requests. */
export async function benchEvidence({ comments = 1_000, rounds = 5 } = {}): Promise<Row[]> {
  const task = packTask(comments)
  const jpeg = await smallJpeg()
  const { ours, floor } = await alternate(
    {
      ours: () => longestHold(() => inPackProcess(task, packReader(jpeg).answerTo, new AbortController().signal)),
      floor: () => longestHold(() => drawnHere(task, jpeg)),
    },
    rounds,
  )
  return [row(`longest hold by a pack of ${comments} comments`, 'ms', { ours, floor, most: 0.25 })]
}

/** The longest time, in milliseconds, for which a work lets nothing else be done. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await work()
  delay.disable()
  return delay.max / 1e6
}

if (import.meta.main) printRows(await benchEvidence())
