import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { JobAnswer } from '#core/wire/jobs/jobs.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { connect } from '#ledger/database/connect.ts'
import { verifyLedger } from '#ledger/proof/verify.ts'
import { expectFound } from '#test/reliability/control.ts'
import { count, lengthOf, seedOf } from '#test/reliability/extent.ts'
import { command, createJob, sendCommands } from '#test/server/commands.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { type Random, randomOf } from '#test/simulation/clock/random.ts'

const jumps = lengthOf('FETTLE_CLOCK_JUMPS', 20)
/** Of the moments between the changes, so many are read back. */
const moments = Math.min(jumps, 100)

const minute = 60_000
const day = 1_440 * minute

let server: TestServer
let dana: SignedInTest
let owner: pg.Pool
beforeAll(async () => {
  // A sign-in that outlasts every jump.
  server = await startServer({ tokenSeconds: (10 * day) / 1_000 })
  owner = connect(server.database.url, undefined, { max: 1 })
  dana = await server.registerCompany()
})
afterAll(async () => {
  await owner?.end()
  await server?.close()
})

/** Visits on both days on which London's clocks change, and in the hours around. */
const visits = ['2027-03-27T23:30', '2027-03-28T00:45', '2027-03-28T01:00', '2027-10-30T23:30', '2027-10-31T00:45'].map(
  (start) => ({ jobStart: `${start}:00.000Z`, jobEnd: `${start.replace(/T\d\d/, 'T23')}:59.000Z` }),
)

/** Sets the clocks of the API, the database and the device by up to a day and a year; the device's time. */
async function jump(random: Random, trueTime: number): Promise<string> {
  const api = trueTime + random.between(-day, day)
  vi.setSystemTime(api)
  // Only the database's own clock cannot be set here: it has been ahead, and has gone back since.
  if (random.chance(0.2)) {
    const { companyId } = dana.user
    // In two statements: Citus computes none of this in an update.
    const { rows } = await owner.query<{ ahead: string }>(
      `select (greatest(last_recorded_at, now()) + make_interval(mins => $2))::text ahead from company_head where company_id = $1`,
      [companyId, random.between(1, 60)],
    )
    await owner.query('update company_head set last_recorded_at = $2 where company_id = $1', [
      companyId,
      rows[0]?.ahead,
    ])
  }
  const near = random.chance(0.5) ? day : 365 * day
  return new Date(api + random.between(-near, near)).toISOString()
}

type Recorded = { seq: number; version: number; recordedAt: string; happenedAt: string }

test('the order of events, visits and earlier states of a job stay right while the clocks of servers and devices jump', {
  timeout: 300_000 + jumps * 500,
}, async ({ task }) => {
  const random = randomOf(seedOf(task))
  const { jobId } = await createJob(server, dana)
  const trueTime = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  const booked = new Map<string, (typeof visits)[number]>()
  for (let nth = 0; nth < jumps; nth += 1) {
    const happenedAt = await jump(random, trueTime)
    const visit = random.pick(visits)
    const jobBookingId = uuid()
    const [type, data] =
      visit && nth % 5 === 4
        ? (['ScheduleJob', { jobId, jobBookingId, ...visit, access: '', assignedTo: [] }] as const)
        : (['AddNote', { jobId, noteId: uuid(), note: `Word ${nth}` }] as const)
    const [result] = await sendCommands(server, dana, command(type, data, { happenedAt }))
    expect(result).toMatchObject({ status: 'accepted' })
    if (visit && type === 'ScheduleJob') booked.set(jobBookingId, visit)
  }
  const { rows } = await owner.query<Recorded>(
    `select seq, version, recorded_at "recordedAt", happened_at "happenedAt" from event
      where company_id = $1 and stream_id = $2 order by seq`,
    [dana.user.companyId, jobId],
  )
  vi.useRealTimers()
  task.meta.extent = `${count(jumps, 'jump')} of up to a day (servers) and a year (devices), ${count(moments, 'moment')} read back`

  expect(misplaced(rows)).toEqual([])
  expect(await statesAt(jobId, rows, random, moments)).toEqual([])
  const { rows: kept } = await owner.query<{ data: { jobBookingId: string; jobStart: string; jobEnd: string } }>(
    `select data from event where company_id = $1 and type = 'JobScheduled' order by seq`,
    [dana.user.companyId],
  )
  const visitsKept = kept.map(({ data: { jobBookingId, jobStart, jobEnd } }) => [jobBookingId, { jobStart, jobEnd }])
  expect(visitsKept).toEqual([...booked])
  const [verified] = await verifyLedger(owner, { companyId: dana.user.companyId })
  expect(verified).not.toHaveProperty('fault')

  const byDevice = rows.toSorted((a, b) => Date.parse(a.happenedAt) - Date.parse(b.happenedAt))
  expectFound(task, "a log in the order of the devices' clocks", misplaced(byDevice))
  const atDevice = rows.map((one) => ({ ...one, recordedAt: one.happenedAt }))
  expectFound(task, "states by the devices' clocks", await statesAt(jobId, atDevice, random, 20))
})

/** The events that stand before one recorded earlier, or at another place than their version says. */
const misplaced = (rows: readonly Recorded[]) =>
  rows.flatMap(({ version, recordedAt }, place) => {
    const before = rows[place - 1]?.recordedAt ?? recordedAt
    const isInOrder = version === place + 1 && Date.parse(before) <= Date.parse(recordedAt)
    return isInOrder ? [] : [`version ${version} is in position ${place + 1}, after ${before}`]
  })

/** Where the job at a moment of the server's clock is not the job at its last version by then. */
async function statesAt(jobId: string, rows: readonly Recorded[], random: Random, most: number): Promise<string[]> {
  const wrong: string[] = []
  for (let nth = 0; nth < most; nth += 1) {
    const moment = random.pick(rows)?.recordedAt ?? ''
    const version = rows.findLast((one) => one.recordedAt <= moment)?.version
    const [at, then] = [await readJob(jobId, `at=${moment}`), await readJob(jobId, `version=${version}`)]
    if (at === undefined || JSON.stringify(at) !== JSON.stringify(then))
      wrong.push(`${moment} is not version ${version}`)
  }
  return wrong
}

async function readJob(jobId: string, query: string): Promise<JobAnswer | undefined> {
  const answer = await server.call(`${pathTo(paths.job, { jobId })}?${query}`, { token: dana.token })
  return answer.ok ? answer.json() : undefined
}
