import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CalendarRow } from '#core/projections/calendar.ts'
import type { CalendarAnswer } from '#core/wire/jobs/calendar.ts'
import { paths } from '#core/wire/paths.ts'
import type { Push } from '#core/wire/push.ts'
import { CallFailure } from '#web/client/request.ts'
import { applyPush } from '#web/sync/connection/apply-push.ts'
import { openQueries } from '#web/sync/connection/open-queries.ts'
import { openDevice, openedDevice, wipeDevice } from '#web/sync/device/device-reads.ts'
import { keptReadyAt } from '#web/sync/device/ready-at.ts'
import { calendarRead, comingVisits, comingVisitsRead } from '#web/sync/reads/calendar.ts'
import { keepVisits } from './keep-visits.ts'
import { forgetEarlierVisits } from './kept-calendar.ts'

const noParts = { parts: [], people: {}, jobs: {}, counts: {}, totalPages: 0, totalResults: 0 }
const server = vi.hoisted(() => ({ isThere: true, visits: [] as unknown[], seq: 7 }))
vi.mock('#web/client/call.ts', () => ({
  call: async (path: string) => {
    if (!server.isThere) throw new CallFailure(0, 'unreachable')
    if (path === paths.parts) return { ...noParts, seq: server.seq }
    return { bookings: server.visits, people: {}, seq: server.seq }
  },
}))

const jobId = '0198c000-0000-7000-8000-0000000000a1'
const tom = '0198c000-0000-7000-8000-0000000000b1'
const visit = (jobStart: string, jobEnd: string): CalendarRow => ({
  jobId,
  jobRef: '00001',
  apartmentName: '14 Marlowe Court',
  jobStatus: 'booked',
  warning: '',
  assignedTo: [tom],
  jobStart,
  jobEnd,
})
const saturday = visit('2026-11-21T09:00:00.000Z', '2026-11-21T11:00:00.000Z')
/** Friday evening, and the Saturday after it. */
const [evening, morning] = [Date.parse('2026-11-20T19:00:00Z'), Date.parse('2026-11-21T07:00:00Z')]

let queries = openQueries()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: evening })
  Object.assign(server, { isThere: true, visits: [saturday], seq: 7 })
  openDevice({ companyId: 'harrow', userId: tom, userRole: 'team' })
})
afterEach(async () => {
  queries.clear()
  await wipeDevice()
  vi.useRealTimers()
})

async function readInTheEvening() {
  await queries.fetchQuery(comingVisitsRead(evening))
  await vi.waitFor(async () => expect(await openedDevice()?.keys(['calendar'])).toHaveLength(1))
}

/** Fettle is opened again, without a network. */
function reopen(now: number) {
  vi.setSystemTime(now)
  queries.clear()
  queries = openQueries()
  server.isThere = false
}
const shownAt = async (now: number): Promise<CalendarAnswer['bookings']> =>
  (await queries.fetchQuery(comingVisitsRead(now))).bookings

test('without a network the day after shows the visits that were stored on the day before', async () => {
  await readInTheEvening()
  reopen(morning)
  expect(await shownAt(morning)).toEqual([saturday])
  // The next day begins an hour earlier for a company in summer.
  expect(await shownAt(Date.parse('2026-11-21T23:00:00Z'))).toEqual([saturday])
})

test('days that were never stored are not shown as days without visits', async () => {
  await readInTheEvening()
  reopen(morning)
  await expect(shownAt(Date.parse('2026-12-05T07:00:00Z'))).rejects.toThrow()
  const { from, to } = comingVisits(morning)
  await expect(queries.fetchQuery(calendarRead({ from, to }))).rejects.toThrow()
})

test('a visit that the office moves while Fettle is open is shown where it is now after a restart without a network', async () => {
  await readInTheEvening()
  const moved = visit('2026-11-21T13:00:00.000Z', '2026-11-21T15:00:00.000Z')
  const push: Push = { epoch: 1, reached: {}, projection: 'calendar', seq: 8, rows: [moved], removed: [] }
  await applyPush(queries, push, () => undefined)
  reopen(morning)
  expect(await shownAt(morning)).toEqual([moved])
  await applyPush(queries, { ...push, seq: 9, rows: [], removed: [jobId] }, () => undefined)
  reopen(morning)
  expect(await shownAt(morning)).toEqual([])
})

test('what an earlier day stored goes once the day has stored its own, and not before', async () => {
  await readInTheEvening()
  await forgetEarlierVisits(comingVisits(morning))
  reopen(morning)
  expect(await shownAt(morning)).toEqual([saturday])
  queries.clear()
  Object.assign(server, { isThere: true, seq: 9 })
  await shownAt(morning)
  await vi.waitFor(async () => expect(await openedDevice()?.keys(['calendar'])).toHaveLength(2))
  await forgetEarlierVisits(comingVisits(morning))
  expect(await openedDevice()?.keys(['calendar'])).toEqual([['calendar', comingVisits(morning)]])
})

test('a page that is opened without a network knows since when the visits are stored, until they are deleted', async () => {
  await keepVisits(queries, tom, async () => true)
  reopen(morning)
  expect(await keptReadyAt()).toBe(new Date(evening).toISOString())
  await wipeDevice()
  openDevice({ companyId: 'harrow', userId: tom, userRole: 'team' })
  expect(await keptReadyAt()).toBeUndefined()
})
