import { expect, test, vi } from 'vitest'
import { type Claim, openSlots, type SlotLimits, SlotsFull } from './slots.ts'

/** Claims slots for works that never end by themselves; a claim is named by its company and person, such as 'a1'. */
function claims(limits: SlotLimits) {
  const slots = openSlots(limits)
  const ends: (() => void)[] = []
  const outcomes: string[] = []
  const claim = async (name: string, more: Partial<Claim> = {}) => {
    const at = outcomes.push('waits') - 1
    const { promise, resolve } = Promise.withResolvers<void>()
    ends[at] = resolve
    const work = () => {
      outcomes[at] = 'runs'
      return promise
    }
    const over = slots({ companyId: name[0] ?? '', userId: name, ...more }, work)
    void over.then(
      () => (outcomes[at] = 'done'),
      (error: unknown) => (outcomes[at] = error instanceof SlotsFull ? 'refused' : 'left'),
    )
    await settled()
    return at
  }
  const end = async (at: number) => {
    ends[at]?.()
    await settled()
  }
  const all = async (...names: string[]) => {
    for (const name of names) await claim(name)
    return outcomes
  }
  return { all, claim, end, outcomes }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a person has two works at once, and a company four', async () => {
  const { all } = claims({ all: 10 })
  expect(await all('a1', 'a1', 'a1')).toEqual(['runs', 'runs', 'refused'])
  expect((await all('a2', 'a3', 'a4')).slice(3)).toEqual(['runs', 'runs', 'refused'])
})

const crowd = ['a1', 'a1', 'a2', 'a2', 'a3', 'a3', 'a4', 'b1', 'b1', 'b2', 'b3', 'b3']

test('whatever two companies ask for, a third has a slot', async () => {
  const { all } = claims({ all: 6 })
  const outcomes = await all(...crowd, 'c1')
  expect(outcomes.filter((one) => one === 'runs')).toHaveLength(6)
  expect(outcomes.at(-1)).toBe('runs')
})

test('without shares, as a control, two companies keep a third from its slot', async () => {
  const { all } = claims({ all: 6, person: 6, company: 6 })
  expect((await all(...crowd, 'c1')).at(-1)).toBe('refused')
})

test('a company alone leaves one slot of all free', async () => {
  const { all } = claims({ all: 3 })
  expect(await all('a1', 'a2', 'a3')).toEqual(['runs', 'runs', 'refused'])
})

test('a work that ends gives its slot to the waiting company that has the fewest', async () => {
  const { all, end, outcomes } = claims({ all: 3, waiting: 2 })
  await all('a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'a4', 'a5')
  expect(outcomes).toEqual(['runs', 'runs', 'runs', 'waits', 'waits', 'waits', 'waits', 'refused'])
  await end(0)
  expect(outcomes.slice(3)).toEqual(['waits', 'waits', 'runs', 'waits', 'refused'])
  await end(5)
  await end(1)
  expect(outcomes.slice(3, 7)).toEqual(['runs', 'waits', 'done', 'waits'])
})

test('with one slot for all, companies take turns, however many works one of them has waiting', async () => {
  const { all, end, outcomes } = claims({ all: 1, company: 1, waiting: 10 })
  expect(await all('a1', 'a2', 'a3', 'b1', 'b2', 'c1')).toEqual(['runs', 'waits', 'waits', 'waits', 'waits', 'waits'])
  const order: number[] = []
  while (outcomes.includes('runs')) {
    const running = outcomes.indexOf('runs')
    order.push(running)
    await end(running)
  }
  expect(order).toEqual([0, 3, 5, 1, 4, 2])
})

test('a work that fails gives its slot back', async () => {
  const slots = openSlots({ all: 1 })
  const claim = { companyId: 'a', userId: 'a1' }
  await expect(slots(claim, () => Promise.reject(new Error('no file')))).rejects.toThrow('no file')
  expect(await slots({ ...claim }, async () => 'read')).toBe('read')
})

test('whoever hangs up while waiting leaves the line, and their work never starts', async () => {
  const { all, claim, end, outcomes } = claims({ all: 2, waiting: 3 })
  const leaving = new AbortController()
  await all('a1')
  await claim('a2', { signal: leaving.signal })
  await all('a3')
  leaving.abort()
  await end(0)
  expect(outcomes).toEqual(['done', 'left', 'runs'])
})

test('when all slots are taken, a slow work loses its own to another company, and only then', async () => {
  const { claim, outcomes } = claims({ all: 3 })
  const lose = vi.fn()
  await claim('a1', { isSlow: () => true, lose })
  await claim('a2')
  expect(lose).not.toHaveBeenCalled()
  await claim('b1')
  await claim('c1')
  expect([outcomes.at(-1), lose.mock.calls.length]).toEqual(['runs', 1])
  await claim('d1')
  expect(outcomes.at(-1)).toBe('refused')
})

test('nobody gains more than their share by the slowness of others', async () => {
  const { claim, outcomes } = claims({ all: 6 })
  const lose = vi.fn()
  await claim('b1', { isSlow: () => true, lose })
  for (const name of ['a1', 'a1', 'a1']) await claim(name)
  expect([outcomes.at(-1), lose.mock.calls.length]).toEqual(['refused', 0])
})

test('a slow work gives way to a person of its own company, though another company’s has gone on for longer', async () => {
  const { claim, outcomes } = claims({ all: 10, company: 2, person: 2 })
  const lost: string[] = []
  const slow = (name: string) => ({ isSlow: () => true, lose: () => void lost.push(name) })
  await claim('b1', slow('b1'))
  await claim('a1', slow('a1'))
  await claim('a1', slow('a1 again'))
  await claim('a2')
  expect([lost, outcomes.at(-1)]).toEqual([['a1'], 'runs'])
  await claim('a2')
  await claim('a2')
  expect([lost, outcomes.at(-1)]).toEqual([['a1', 'a1 again'], 'refused'])
})
