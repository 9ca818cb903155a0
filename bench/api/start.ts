import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { median, printRows, type Row, row } from '#bench/harness/measure.ts'
import { processorTimeOf } from '#bench/harness/processor-time.ts'
import { startFettle } from './started-fettle.ts'

const rounds = 5

/**
 * How long `fettle start` takes until it serves, on data and a build that were started before, against three seconds; and the
 * processor time of its programs until then, which depends less on what else the machine does.
 */
export async function benchStart(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fettle-bench-start-'))
  try {
    await (await startFettle(folder)).stop()
    const times: { ready: number; processor: number }[] = []
    while (times.length < rounds) {
      const startedAt = performance.now()
      const { programs, stop } = await startFettle(folder)
      const ready = (performance.now() - startedAt) / 1e3
      times.push({ ready, processor: programs.reduce((sum, one) => sum + processorTimeOf(one), 0) })
      await stop()
    }
    const [ready, processor] = [times.map((one) => one.ready), times.map((one) => one.processor)]
    return [
      row('the second start of an unchanged build, until it serves', 's', { ours: median(ready), floor: 3, most: 1 }),
      row('the processor time of its programs until then', 's', { ours: median(processor), floor: 3, most: 1 }),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) printRows(await benchStart())
