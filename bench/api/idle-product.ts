import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { median, printRows, type Row, row } from '#bench/harness/measure.ts'
import { processorTimeOf, processorTimeOfTree } from '#bench/harness/processor-time.ts'
import { startFettle } from './started-fettle.ts'

const rounds = 5
const roundLength = 20_000

/**
 * The share of a core that `fettle start` uses while nobody does anything: the command, its API and projector, and PostgreSQL with all
 * its processes.
 */
export async function benchIdleProduct(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fettle-bench-idle-'))
  const { programs, postmaster, stop } = await startFettle(folder)
  try {
    const used = () => programs.reduce((sum, one) => sum + processorTimeOf(one), processorTimeOfTree(postmaster))
    // What a start leaves to be done, such as keeping the web files, and the database's first vacuum.
    await sleep(roundLength)
    const shares: number[] = []
    while (shares.length < rounds) {
      const [before, startedAt] = [used(), performance.now()]
      await sleep(roundLength)
      shares.push(((used() - before) / (performance.now() - startedAt)) * 1e5)
    }
    const ours = median(shares)
    return [row('idle `fettle start`, all processes, against 1.5 %', '% of a core', { ours, floor: 1.5, most: 1 })]
  } finally {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) printRows(await benchIdleProduct())
