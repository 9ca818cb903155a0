import { expect, test, vi } from 'vitest'
import { secondFactorNeeded } from '#core/wire/account/confirmation-codes.ts'
import { CallFailure } from '#web/client/request.ts'
import { answered, type Entry, parked, type Queue, retried, unstuck } from './outbox.ts'
import { backoff, createSender, type SendOutcome } from './outbox-sender.ts'
import { outcomeOf } from './send-commands.ts'

const jobId = '0198c000-0000-7000-8000-0000000000a1'
const entry = (commandId: string, of = jobId): Entry => ({
  commandId,
  happenedAt: '2026-11-20T09:00:00.000Z',
  command: { type: 'DeleteBooking', data: { jobId: of } },
  events: [],
  state: 'waiting',
})

/** A queue with a sender whose network returns these outcomes in order, then succeeds. */
function aSender(queue: Queue, outcomes: (SendOutcome | Error)[] = [], pause = 1, poison?: string) {
  let stored = queue
  const sent: string[][] = []
  const reached: boolean[] = []
  const sender = createSender({
    read: async () => stored,
    send: async (entries) => {
      sent.push(entries.map((one) => one.commandId))
      if (entries.some((one) => one.commandId === poison)) return { failed: 'failing', error: 'Failed.' }
      const outcome = outcomes.shift()
      if (outcome instanceof Error) throw outcome
      return outcome ?? { results: entries.map(({ commandId }) => ({ commandId, status: 'accepted', seq: 1 })) }
    },
    answer: async (results, of) => {
      stored = answered(stored, results, of)
    },
    finalise: async () => undefined,
    park: async (commandId, reason) => {
      stored = parked(stored, commandId, reason)
    },
    onFailing: () => undefined,
    onReachable: (reachable) => reached.push(reachable),
    alone: (work) => work(),
    pause: () => pause,
  })
  const done = () => vi.waitFor(() => expect(stored.filter((one) => one.state === 'waiting')).toEqual([]))
  return { sender, sent, reached, done, queue: () => stored, add: (one: Entry) => (stored = [...stored, one]) }
}

test('commands go out in order, at most a hundred at a time', async () => {
  const ids = Array.from({ length: 150 }, (_, nth) => `c${nth}`)
  const { sender, sent, done } = aSender(ids.map((id) => entry(id)))
  sender.wake()
  await done()
  expect(sent).toEqual([ids.slice(0, 100), ids.slice(100)])
})

test('an unreachable server is retried with the same commands, and the screen is notified', async () => {
  const away: SendOutcome = { failed: 'unreachable' }
  const { sender, sent, reached, done } = aSender([entry('a')], [away, away])
  sender.wake()
  await done()
  expect(sent).toEqual([['a'], ['a'], ['a']])
  expect(reached).toEqual([false, false, true])
})

test('an unexpected error while sending is logged and retried as if the server were unreachable', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const fault = new Error('Out of memory')
  const { sender, sent, reached, done } = aSender([entry('a')], [fault])
  sender.wake()
  await done()
  expect(sent).toEqual([['a'], ['a']])
  expect(reached).toEqual([false, true])
  expect(logged).toHaveBeenCalledWith(expect.any(String), fault)
  logged.mockRestore()
})

test('a command added at the moment the sender finds nothing is still sent', async () => {
  for (let microtasks = 0; microtasks < 20; microtasks += 1) {
    const { sender, done, add } = aSender([])
    sender.wake()
    for (let passed = 0; passed < microtasks; passed += 1) await Promise.resolve()
    add(entry('a'))
    sender.wake()
    await done()
  }
})

test('coming back online ends the pause at once', async () => {
  const { sender, sent, done } = aSender([entry('a')], [{ failed: 'unreachable' }], 60_000)
  sender.wake()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 5))
  sender.wake()
  await done()
  expect(sent).toHaveLength(2)
})

test('without a session the sender waits to be woken, and nothing is lost', async () => {
  const { sender, sent, done } = aSender([entry('a')], [{ failed: 'signed-out' }])
  sender.wake()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(sent).toHaveLength(1)
  sender.wake()
  await done()
})

test('a command missing from the response stays waiting', async () => {
  const { sender, sent, done } = aSender(
    [entry('a'), entry('b')],
    [{ results: [{ commandId: 'a', status: 'accepted', seq: 1 }] }],
  )
  sender.wake()
  await done()
  expect(sent).toEqual([['a', 'b'], ['b']])
})

test('a command that the server fails to process holds up only its own job, and is parked with the reason', async () => {
  const poisoned = [entry('poison', 'a'), entry('behind', 'a')]
  const { sender, sent, add, queue } = aSender([...poisoned, entry('b1', 'b'), entry('c1', 'c')], [], 1, 'poison')
  const stateOf = (id: string) => queue().find((one) => one.commandId === id)?.state
  sender.wake()
  await vi.waitFor(() => expect([stateOf('b1'), stateOf('c1')]).toEqual(['accepted', 'accepted']))
  await vi.waitFor(() => expect(stateOf('poison')).toBe('stuck'))
  expect(queue().find((one) => one.commandId === 'poison')?.reason).toBe('Failed.')
  add(entry('b2', 'b'))
  sender.wake()
  await vi.waitFor(() => expect(stateOf('b2')).toBe('accepted'))
  expect(stateOf('behind')).toBe('waiting')
  expect(sent.filter((ids) => ids[0] === 'poison' && ids.length === 1)).toHaveLength(5)
})

test('a parked command that is retried and fails again is parked at once', async () => {
  const { sender, sent, queue } = aSender(
    retried([{ ...entry('poison'), state: 'stuck', reason: 'Failed.' }], 'poison'),
    [],
    1,
    'poison',
  )
  sender.wake()
  await vi.waitFor(() => expect(queue()[0]?.state).toBe('stuck'))
  expect(sent).toEqual([['poison']])
})

test('a server that fails for everything parks nothing', async () => {
  const failing: SendOutcome = { failed: 'failing', error: 'Failed.' }
  const { sender, done, queue, reached } = aSender(
    [entry('a', 'a'), entry('b', 'b')],
    Array.from({ length: 20 }, () => failing),
  )
  sender.wake()
  await done()
  expect(queue().map((one) => one.state)).toEqual(['accepted', 'accepted'])
  expect(reached).toContain(false)
  expect(reached.at(-1)).toBe(true)
})

test('the pause grows to at most half a minute', () => {
  expect(backoff(1)).toBeLessThan(1_200)
  expect(backoff(50)).toBeLessThanOrEqual(33_000)
  expect(backoff(50)).toBeGreaterThan(26_000)
})

test('only requests that would fail again are rejected', () => {
  for (const status of [0, 408, 429]) expect(outcomeOf(new CallFailure(status, 'x'))).toEqual({ failed: 'unreachable' })
  for (const status of [500, 503])
    expect(outcomeOf(new CallFailure(status, 'x', 'Failed.'))).toEqual({ failed: 'failing', error: 'Failed.' })
  expect(outcomeOf(new CallFailure(401, 'signed-out'))).toEqual({ failed: 'signed-out' })
  expect(outcomeOf(new CallFailure(403, secondFactorNeeded))).toEqual({ failed: 'signed-out' })
  expect(outcomeOf(new CallFailure(400, 'bad', 'No.'))).toEqual({ failed: 'rejected', error: 'No.' })
})

test('a change that becomes due while the sender pauses is sent at once', async () => {
  const other = '0198c000-0000-7000-8000-0000000000a2'
  const { sender, sent, add } = aSender([entry('bad')], [], 60_000, 'bad')
  sender.wake()
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(2))
  add({ ...entry('good', other), notBefore: Date.now() + 150 })
  sender.wake()
  await vi.waitFor(() => expect(sent).toContainEqual(['good']))
  sender.stop()
})

test('the sender asks again for the same attempt; only a retry of what was refused is a new one', async () => {
  const away: SendOutcome = { failed: 'unreachable' }
  const no: SendOutcome = { results: [{ commandId: 'a', status: 'refused', error: 'No.' }] }
  const { sender, done, sent, queue } = aSender([entry('a')], [away, { failed: 'failing', error: 'Failed.' }, no])
  sender.wake()
  await done()
  expect(sent).toHaveLength(3)
  expect(queue()).toMatchObject([{ state: 'refused' }])
  expect(queue()[0]).not.toHaveProperty('attempt')
  const again = retried(queue(), 'a')
  expect(again).toMatchObject([{ state: 'waiting', attempt: 2 }])
  const onceMore = retried(answered(again, no.results, again), 'a')
  expect(onceMore).toMatchObject([{ state: 'waiting', attempt: 3 }])
  expect(retried(parked(onceMore, 'a', 'Failed.'), 'a')).toMatchObject([{ wasStuck: true, attempt: 3 }])
})

test('a refusal that comes after the command was retried says nothing of the new attempt', () => {
  const sent = [entry('a')]
  const no = [{ commandId: 'a', status: 'refused', error: 'No.' }] as const
  const retriedSince = retried(answered(sent, no, sent), 'a')
  expect(answered(retriedSince, no, sent)).toEqual(retriedSince)
  expect(answered(retriedSince, no, retriedSince)).toMatchObject([{ state: 'refused', attempt: 2 }])
  const yes = [{ commandId: 'a', status: 'accepted', seq: 7 }] as const
  expect(answered(retriedSince, yes, sent)).toMatchObject([{ state: 'accepted', seq: 7 }])
})

test('a command that a server of the release before does not know waits for the newer one, under a number that none has refused', () => {
  const queue = [entry('a')]
  const refusedWith = (code: string) => [{ commandId: 'a', status: 'refused', error: 'No.', code }] as const
  for (const code of ['unknown-field', 'unknown-command']) {
    const waits = answered(queue, refusedWith(code), queue)
    expect(waits).toMatchObject([{ state: 'stuck', attempt: 2, reason: expect.stringContaining('being updated') }])
    const again = unstuck(waits)
    expect(again).toMatchObject([{ state: 'waiting', attempt: 2 }])
    // Each server that refuses it has recorded that number.
    expect(answered(again, refusedWith(code), again)).toMatchObject([{ state: 'stuck', attempt: 3 }])
    const yes = [{ commandId: 'a', status: 'accepted', seq: 7 }] as const
    expect(answered(again, yes, again)).toMatchObject([{ state: 'accepted', seq: 7 }])
  }
  expect(answered(queue, refusedWith('office-only'), queue)).toMatchObject([{ state: 'refused', reason: 'No.' }])
})
