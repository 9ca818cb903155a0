import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

describe.each([
  ['with a live calendar', true],
  ['while the projector has stopped', false],
])('two schedulers, %s', (_, projector) => {
  let server: TestServer
  let second: TestServer
  let olga: SignedInTest
  let tom: SignedInTest
  beforeAll(async () => {
    server = await startServer({}, { projector })
    second = await startServer(
      { dataFolder: server.services.config.dataFolder },
      { database: server.database, projector: false },
    )
    olga = await server.registerCompany()
    tom = await addMember(server, olga, 'team')
  })
  afterAll(async () => {
    await second.close()
    await server.close()
  })

  const visit = (jobId: string, day: number, from: string, to: string, more: object = {}) => ({
    jobId,
    jobBookingId: uuid(),
    jobStart: `2026-12-${String(day).padStart(2, '0')}T${from}:00Z`,
    jobEnd: `2026-12-${String(day).padStart(2, '0')}T${to}:00Z`,
    access: '',
    assignedTo: [tom.user.userId],
    ...more,
  })

  test('cannot both book a person for the same time', async () => {
    for (let day = 1; day <= 12; day += 1) {
      const [one, other] = await Promise.all([createJob(server, olga), createJob(second, olga)])
      const outcomes = await Promise.all([
        sendCommands(server, olga, command('ScheduleJob', visit(one.jobId, day, '09:00', '11:00'))),
        sendCommands(second, olga, command('ScheduleJob', visit(other.jobId, day, '10:00', '12:00'))),
      ])
      const [[first], [later]] = outcomes
      expect([first?.status, later?.status].sort()).toEqual(['accepted', 'refused'])
      const refused = first?.status === 'refused' ? first : later
      expect(refused).toMatchObject({ code: 'already-booked', field: 'assignedTo' })
      expect(refused?.clashes).toMatchObject({
        clashes: [{ userId: tom.user.userId, username: tom.user.username, apartmentName: expect.stringMatching(/./) }],
        others: 0,
      })
      expect(refused?.error).toMatch(
        /^\S+ is already booked (09:00 to 11:00|10:00 to 12:00) on job \d{5}\. Book anyway\?$/,
      )
    }
  })

  test('may book a person one visit after another, and overlapping visits if they confirm', async () => {
    const [one, other] = await Promise.all([createJob(server, olga), createJob(second, olga)])
    await accepted(server, olga, 'ScheduleJob', visit(one.jobId, 20, '09:00', '11:00'))
    await accepted(server, olga, 'ScheduleJob', visit(other.jobId, 20, '11:00', '12:00'))
    const clash = visit(other.jobId, 20, '10:30', '12:00')
    const [refused] = await sendCommands(second, olga, command('ScheduleJob', clash))
    expect(refused?.status).toBe('refused')
    await accepted(second, olga, 'ScheduleJob', { ...clash, anyway: true })
    await accepted(server, olga, 'DeleteBooking', { jobId: one.jobId })
    await accepted(server, olga, 'ScheduleJob', visit(other.jobId, 20, '10:00', '12:00'))
  })

  test('cannot book somebody from another company', async () => {
    const { jobId } = await createJob(server, olga)
    const stranger = await server.registerCompany()
    const booking = visit(jobId, 21, '09:00', '11:00', { assignedTo: [stranger.user.userId] })
    const [refused] = await sendCommands(server, olga, command('ScheduleJob', booking))
    expect(refused).toMatchObject({ status: 'refused', code: 'not-a-member' })
  })
})
