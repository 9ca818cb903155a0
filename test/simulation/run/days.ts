import type { PageCode } from '#test/simulation/page/page-code.ts'
import type { ServerSettings } from '#test/simulation/server/memory-server.ts'
import { type Simulated, simulateSeed } from './simulate-seed.ts'

/** The days of so many seeds in a row. */
export type Days = { from: number; many: number }
/** What became of a day, without its trace. */
export type DayResult = Omit<Simulated, 'trace'>

/** Plays days one after another in this process, and hands over each result until `isStopped`. */
export async function playDays(
  { from, many }: Days,
  code: PageCode,
  settings: ServerSettings,
  onDay: (day: Simulated) => void,
  isStopped: () => boolean = () => false,
): Promise<void> {
  for (let seed = from; seed < from + many && !isStopped(); seed += 1) onDay(await simulateSeed(seed, code, settings))
}
