import type * as z from 'zod/mini'
import type { KeptAnswers } from './kept-answers.ts'

/** From one UTC instant to another. */
type Range = { from: string; to: string }

/** The keys of the answers about ranges that this device has kept: this beginning and a range. */
export async function keptRanges(device: KeptAnswers, start: readonly unknown[]) {
  const keys = await device.keys(start)
  return keys.flatMap((key) => {
    const range = key.at(-1)
    return isRange(range) ? [{ key, range }] : []
  })
}

/** The newest kept answer whose range has all that is `needed`; undefined if none has. */
export async function keptCovering<Answer extends { seq: number }>(
  device: KeptAnswers,
  start: readonly unknown[],
  needed: Range,
  schema: z.ZodMiniType<Answer>,
): Promise<Answer | undefined> {
  let newest: Answer | undefined
  for (const { key, range } of await keptRanges(device, start)) {
    if (!covers(range, needed)) continue
    const { data } = schema.safeParse(await device.read(key))
    if (data && data.seq > (newest?.seq ?? -1)) newest = data
  }
  return newest
}

const covers = (range: Range, needed: Range) =>
  Date.parse(range.from) <= Date.parse(needed.from) && Date.parse(range.to) >= Date.parse(needed.to)

const isRange = (value: unknown): value is Range =>
  typeof value === 'object' &&
  value !== null &&
  'from' in value &&
  typeof value.from === 'string' &&
  'to' in value &&
  typeof value.to === 'string'
