import pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CalendarAnswer } from '#core/wire/jobs/calendar.ts'
import { mostBookings } from '#core/wire/list-options.ts'
import { paths } from '#core/wire/paths.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('a calendar never holds more than its first 5,000 visits, and says if there are others', async () => {
  const owner = await server.registerCompany()
  const { jobId } = await createJob(server, owner)
  const [jobStart, jobEnd] = ['2027-01-11T09:00:00.000Z', '2027-01-11T11:00:00.000Z']
  const visit = { jobId, jobBookingId: uuid(), jobStart, jobEnd, access: '', assignedTo: [] }
  const { seq } = await accepted(server, owner, 'ScheduleJob', visit)
  const read = async (): Promise<CalendarAnswer> => {
    const range = 'from=2027-01-11T00:00:00Z&to=2027-01-18T00:00:00Z'
    const answer = await server.call(`${paths.calendar}?${range}&after=${seq}`, { token: owner.token })
    return answer.json()
  }
  expect(await read()).not.toHaveProperty('truncated')

  const rows = new pg.Client({ connectionString: server.database.url })
  await rows.connect()
  const copies = `insert into calendar_row
    select (jsonb_populate_record(visit, jsonb_build_object(
      'job_id', gen_random_uuid(), 'job_start', visit.job_start + nth * interval '1 second'))).*
    from calendar_row visit, generate_series(1, $2::int) nth where visit.company_id = $1 and visit.job_id = $3`
  const copy = (count: number) => rows.query(copies, [owner.user.companyId, count, jobId])
  await copy(mostBookings - 1)
  const all = await read()
  expect(all.bookings).toHaveLength(mostBookings)
  expect(all).not.toHaveProperty('truncated')
  await copy(1)
  await rows.end()
  const cut = await read()
  expect(cut.bookings).toHaveLength(mostBookings)
  expect(cut.truncated).toBe(true)
  expect(cut.bookings[0]?.jobId).toBe(jobId)
  const starts = cut.bookings.map(({ jobStart = '' }) => jobStart)
  expect(starts).toEqual(starts.toSorted())
})
