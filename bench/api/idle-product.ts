import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { median, printRows, type Row, row } from '#bench/harness/measure.ts'
import { processorTimeOf, processorTimeOfTree } from '#bench/harness/processor-time.ts'

const rounds = 5
const roundLength = 20_000

/**
 * The share of a core that `fettle start` uses while nobody does anything: the command, its API and projector, and PostgreSQL with all
 * its processes.
 */
export async function benchIdleProduct(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fettle-bench-idle-'))
  const { DATABASE_URL: _, ...environment } = process.env
  const fettle = spawn(process.execPath, ['cli/fettle.ts', 'start', '--json'], {
    env: { ...environment, FETTLE_DATA: folder, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line]: string[] = await once(createInterface(fettle.stdout), 'line')
    const { processes }: { processes: Record<string, number> } = JSON.parse(line ?? '')
    const [postmaster] = (await readFile(path.join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split(
      '\n',
    )
    const used = () =>
      [fettle.pid ?? 0, ...Object.values(processes)].reduce((sum, one) => sum + processorTimeOf(one), 0) +
      processorTimeOfTree(Number(postmaster))
    // What a start leaves to be done, such as keeping the web files, and the database's first vacuum.
    await sleep(roundLength)
    const shares: number[] = []
    while (shares.length < rounds) {
      const [before, startedAt] = [used(), performance.now()]
      await sleep(roundLength)
      shares.push(((used() - before) / (performance.now() - startedAt)) * 1e5)
    }
    return [
      row('idle `fettle start`, all processes, against 1.5 %', '% of a core', {
        ours: median(shares),
        floor: 1.5,
        most: 1,
      }),
    ]
  } finally {
    const ended = once(fettle, 'exit')
    fettle.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) printRows(await benchIdleProduct())
