import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextDayAhead } from '#core/reactions/day-ahead.ts'
import { mostKept } from '#core/reactions/notification.ts'
import { paths } from '#core/wire/paths.ts'
import { connected } from '#test/database/connected.ts'
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
  await notices.sql(
    `insert into notification (company_id, notification_id, user_id, job_id, seq, at, settles_at, changes)
     select $1, gen_random_uuid(), $2, gen_random_uuid(), -1, now(), now(), '{"finished": {}}' from generate_series(1, 250)`,
    [tom.user.companyId, tom.user.userId],
  )
  const [due] = await look(hours(evening, 0.01))
  expect(await told(tom)).toMatchObject([{ changes: { dayAhead: { count: 2, first: { jobStart, jobEnd } } } }])
  expect(await told(dana)).toEqual([])
  const [kept] = await notices.sql('select count(*)::int kept from notification where user_id = $1', [tom.user.userId])
  expect(kept?.kept).toBe(mostKept)
  const pushes = () => notices.sql("select due_at, tries from outgoing_notice where changes ? 'dayAhead'")
  const first = await pushes()
  expect(first).toHaveLength(1)
  works.push(daysAhead(server.services))
  await look(hours(evening, 3))
  expect(await told(tom)).toHaveLength(1)
  expect(await pushes()).toEqual(first)
  // A company may get its first visit until the next quarter of an hour.
  expect(Date.parse(due ?? '')).toBeLessThanOrEqual(hours(evening, 0.27).getTime())
  // A company without visits is not read.
  const without = await server.registerCompany()
  expect(await works[0]?.companiesDue(hours(evening, 5).toISOString(), [])).not.toContain(without.user.companyId)
  await service.close()
})

/** A visit tomorrow at 09:00 that was moved by two hours while no projector gets on, and what its person is told. */
async function movedVisit(work: (parts: Moved) => Promise<void>) {
  const owner = await server.registerCompany()
  const maya = await addMember(server, owner, 'team', 'maya.lind')
  const notices = noticesOn(server)
  const evening = nextDayAhead(new Date().toISOString(), 'Europe/London')
  const { jobId } = await createJob(server, owner)
  const booking = { jobId, jobBookingId: uuid(), access: '', assignedTo: [maya.user.userId] }
  const [before, after] = [16, 18].map((from) => ({
    jobStart: hours(evening, from).toISOString(),
    jobEnd: hours(evening, from + 1).toISOString(),
  }))
  const projected = (seq: number) =>
    server.call(`${paths.calendar}?after=${seq}&from=${before?.jobStart}&to=${after?.jobEnd}`, { token: owner.token })
  await projected((await accepted(server, owner, 'ScheduleJob', { ...booking, ...before })).seq)
  const days = daysAhead(server.services)
  await connected(server.database.url, async (holder) => {
    await holder.query('begin; lock table calendar_row in share mode')
    const { seq } = await accepted(server, owner, 'ScheduleJob', { ...booking, ...after })
    await work({
      ...{ before, after },
      look: (minutes) =>
        doWhatIsDue(
          days,
          { ...server.services, now: () => hours(evening, minutes / 60) },
          new AbortController().signal,
        ),
      told: async () => (await notices.toldOf(maya)).notifications.flatMap((one) => one.changes.dayAhead ?? []),
      goOn: async () => {
        await holder.query('rollback')
        await projected(seq)
      },
      soon: (minutes) => hours(evening, minutes / 60).getTime(),
    })
  })
}

type Moved = {
  before: object | undefined
  after: object | undefined
  /** Does what is due so many minutes after 17:00. */
  look: (minutes: number) => Promise<string | undefined>
  soon: (minutes: number) => number
  told: () => Promise<unknown[]>
  goOn: () => Promise<void>
}

test('a visit that was moved a moment before 17:00 is told as it is now, although the projector is behind', () =>
  movedVisit(async ({ after, look, soon, told, goOn }) => {
    const again = await look(0.1)
    expect(await told()).toEqual([])
    expect(Date.parse(again ?? '')).toBeLessThanOrEqual(soon(0.5))
    await goOn()
    await look(0.5)
    expect(await told()).toMatchObject([{ count: 1, first: after }])
  }))

test('visits are told as their rows stand if no projector gets on for ten minutes', () =>
  movedVisit(async ({ before, look, told, goOn }) => {
    for (const minutes of [0.1, 9]) {
      await look(minutes)
      expect(await told()).toEqual([])
    }
    await look(11)
    expect(await told()).toMatchObject([{ count: 1, first: before }])
    await goOn()
  }))
