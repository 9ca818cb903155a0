import { beforeAll, expect, test } from 'vitest'
import { type PageCode, pageCode } from './page/page-code.ts'
import { plantedFaults } from './planted-faults.ts'
import { simulateSeed } from './run/simulate-seed.ts'

let code: PageCode
beforeAll(async () => {
  code = await pageCode()
}, 60_000)

/** Some of those that have found a fault of the product. */
const seeds = [63, 107, 111]

test.each(seeds)(
  'after the mishaps of day %i every device shows what the server has, and no command is lost',
  {
    timeout: 120_000,
  },
  async (seed) => {
    const { faults, trace } = await simulateSeed(seed, code)
    expect(faults, trace.join('\n')).toEqual([])
  },
)

test('a day is repeated exactly by its seed', { timeout: 120_000 }, async () => {
  const [first, again] = [await simulateSeed(7, code), await simulateSeed(7, code)]
  expect(first.commands).toBeGreaterThan(20)
  expect(again).toEqual(first)
})

test.each(plantedFaults)('it is found within fifty days that $name', { timeout: 240_000 }, async (planted) => {
  const faulty = await pageCode(planted.product ? [planted.product] : [])
  const isFound = async (seed: number) =>
    (await simulateSeed(seed, faulty, planted.server && { fault: planted.server })).faults.some((text) =>
      planted.finds.test(text),
    )
  // The first seed that has found it; others only if a later change of the product has moved it.
  const days = [planted.seed, ...Array.from({ length: 50 }, (_, place) => place + 1)]
  let found: number | undefined
  for (const seed of days) if (found === undefined && (await isFound(seed))) found = seed
  expect(found).toBeDefined()
})
