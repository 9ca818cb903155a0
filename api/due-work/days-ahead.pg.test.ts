import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextDayAhead } from '#core/reactions/day-ahead.ts'
import { paths } from '#core/wire/paths.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { noticesOn } from '#test/server/notices/told.ts'
import { addMember } from '#test/server/people.ts'
import { startPushService } from '#test/server/push/push-service.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { daysAhead } from './days-ahead.ts'
import { doWhatIsDue } from './due-work.ts'

let server: TestServer
let dana: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  server = await startServer({ pushPrivate: true })
  dana = await server.registerCompany()
  tom = await addMember(server, dana, 'team', 'tom.okafor')
})
afterAll(() => server?.close())

const hours = (instant: string, count: number) => new Date(Date.parse(instant) + count * 3_600_000)
test('whoever has visits tomorrow is told at 17:00, once, however many processes look and begin again', async () => {
  const service = await startPushService()
  const notices = noticesOn(server)
  await notices.turnOnPush(tom, service.subscribe('phone'))
  const evening = nextDayAhead(new Date().toISOString(), 'Europe/London')
  const { jobId } = await createJob(server, dana)
  const other = await createJob(server, dana)
  const [jobStart, jobEnd] = [16, 17].map((count) => hours(evening, count).toISOString())
  const visit = { jobStart, jobEnd, access: '', assignedTo: [tom.user.userId], anyway: true }
  await accepted(server, dana, 'ScheduleJob', { jobId, jobBookingId: uuid(), ...visit })
  const last = await accepted(server, dana, 'ScheduleJob', { jobId: other.jobId, jobBookingId: uuid(), ...visit })
  await server.call(`${paths.calendar}?after=${last.seq}&from=${jobStart}&to=${jobEnd}`, { token: dana.token })

  const works = [1, 2].map(() => daysAhead(server.services))
  const look = (now: Date) =>
    Promise.all(
      works.map((work) => doWhatIsDue(work, { ...server.services, now: () => now }, new AbortController().signal)),
    )
  const told = async (person: SignedInTest) =>
    (await notices.toldOf(person)).notifications.filter((one) => one.changes.dayAhead)
  await look(hours(evening, -0.01))
  expect(await told(tom)).toEqual([])
  const [due] = await look(hours(evening, 0.01))
  expect(await told(tom)).toMatchObject([{ changes: { dayAhead: { count: 2, first: { jobStart, jobEnd } } } }])
  expect(await told(dana)).toEqual([])
  const pushes = () => notices.sql("select due_at, tries from outgoing_notice where changes ? 'dayAhead'")
  const first = await pushes()
  expect(first).toHaveLength(1)
  works.push(daysAhead(server.services))
  await look(hours(evening, 3))
  expect(await told(tom)).toHaveLength(1)
  expect(await pushes()).toEqual(first)
  expect(due).toBe(nextDayAhead(hours(evening, 0.01).toISOString(), 'Europe/London'))
  await service.close()
})
