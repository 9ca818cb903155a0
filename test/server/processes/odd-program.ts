import { createDeflate } from 'node:zlib'
import { type Ask, runProgram } from '#api/processes/program.ts'

/** What this program does once it has told its process id. */
export type Oddity = 'fills a map' | 'fills an array' | 'waits' | 'packs' | 'throws' | 'exits' | 'talks' | 'tells'
export type OddTask = { oddity: Oddity; value?: unknown }
export type Told = { pid: number; value?: unknown }

await runProgram(async ({ oddity, value }: OddTask, ask: Ask<Told, { value?: unknown }>) => {
  await ask({ pid: process.pid })
  if (oddity === 'fills a map') for (const kept = new Map<number, number>(); ; ) kept.set(kept.size, kept.size)
  if (oddity === 'fills an array')
    for (const kept = new Array<number>(100_000_000), at = { now: 0 }; ; ) kept[at.now++] = at.now
  if (oddity === 'waits') await new Promise(() => setInterval(() => undefined, 1_000))
  while (oddity === 'packs') {
    for (let made = 0; made < 500; made += 1) createDeflate().close()
    await new Promise(setImmediate)
  }
  if (oddity === 'throws') throw new RangeError('Europe/Nowhere is no time zone')
  if (oddity === 'exits') {
    console.error('Nobody knows why.')
    process.exit(3)
  }
  if (oddity === 'talks') process.send?.({ nonsense: true })
  if (oddity === 'tells') {
    const { value: answered } = await ask({ pid: process.pid, value })
    await ask({ pid: process.pid, value: { answered, env: Object.keys(process.env).sort() } })
  }
})
