import { expect, test } from 'vitest'
import type { CatchUpRequest, SyncPosition } from '#core/wire/push.ts'
import { trackResumePosition } from './resume-position.ts'

const reached = (job: number, calendar: number) => ({
  job: { generation: 1, seq: job },
  calendar: { generation: 1, seq: calendar },
})
const at = (job: number, calendar: number): SyncPosition => ({ epoch: 1, reached: reached(job, calendar) })

function aBrowser() {
  const requests: { missed: CatchUpRequest; answer: (place: SyncPosition) => void }[] = []
  const server = { seq: 5 }
  const place = trackResumePosition({
    ask: (missed, answer) => requests.push({ missed, answer }),
    first: async () => ({ epoch: 1, seq: server.seq }),
  })
  return { place, requests, server, last: () => requests.at(-1) }
}

test('after a reconnect each projection resumes from its own position, even one that lags behind', async () => {
  const { place, last } = aBrowser()
  await place.connected()
  expect(last()?.missed).toEqual({ epoch: 1, seq: 5 })
  last()?.answer(at(5, 5))
  place.pushed(at(9, 5))
  place.pushed(at(12, 5))
  await place.connected()
  expect(last()?.missed).toEqual(at(12, 5))
})

test('pushes before the gap is closed do not hide the gap if the connection breaks again', async () => {
  const { place, last } = aBrowser()
  await place.connected()
  place.pushed(at(30, 30))
  await place.connected()
  expect(last()?.missed).toEqual({ epoch: 1, seq: 5 })
  last()?.answer(at(31, 31))
  await place.connected()
  place.pushed(at(50, 50))
  await place.connected()
  expect(last()?.missed).toEqual(at(31, 31))
})

test('a response to an earlier connection does not count', async () => {
  const { place, requests, last } = aBrowser()
  await place.connected()
  await place.connected()
  requests[0]?.answer(at(90, 90))
  await place.connected()
  expect(last()?.missed).toEqual({ epoch: 1, seq: 5 })
})

test('a connection that breaks before its gap was closed leaves the gap to the next one', async () => {
  const { place, server, last } = aBrowser()
  await place.connected()
  server.seq = 9
  await place.connected()
  expect(last()?.missed).toEqual({ epoch: 1, seq: 5 })
  last()?.answer(at(9, 9))
  await place.connected()
  expect(last()?.missed).toEqual(at(9, 9))
})

test('a connection that breaks before it knows where this browser began leaves that to the next one', async () => {
  const looks: ((seq: number) => void)[] = []
  const asked: CatchUpRequest[] = []
  const place = trackResumePosition({
    ask: (missed) => asked.push(missed),
    first: () => new Promise((resolve) => looks.push((seq) => resolve({ epoch: 1, seq }))),
  })
  const connections = [place.connected(), place.connected()]
  for (const [nth, look] of looks.entries()) look(nth === 0 ? 5 : 9)
  await Promise.all(connections)
  expect(asked).toEqual([{ epoch: 1, seq: 5 }])
})

test('another copy of the ledger is also detected before the first gap was closed', async () => {
  const { place } = aBrowser()
  await place.connected()
  expect(place.pushed(at(6, 5))).toBe(false)
  expect(place.pushed({ epoch: 2, reached: reached(3, 3) })).toBe(true)
})

test('another copy of the ledger is detected once, then followed', async () => {
  const { place, last } = aBrowser()
  await place.connected()
  last()?.answer(at(9, 9))
  expect(place.pushed(at(10, 9))).toBe(false)
  expect(place.pushed({ epoch: 2, reached: reached(3, 3) })).toBe(true)
  expect(place.pushed({ epoch: 2, reached: reached(4, 3) })).toBe(false)
})
