import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeIn } from '#core/time/format.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { readPdfAnswer } from '#test/server/packs/read-pdf.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  tom = await addMember(server, olga, 'team', 'tom.okafor')
})
afterAll(() => server.close())

/** Noon of the day before, so that an hour more or less is the same day. */
const noon = new Date(Date.now() - 86_400_000).setUTCHours(12, 0, 0, 0)
const minutesAfterNoon = (minutes: number) => new Date(noon + minutes * 60_000).toISOString()
const at = (minutes: number) => ({ happenedAt: minutesAfterNoon(minutes) })

async function bookedJob(assignedTo: string[]) {
  const { jobId } = await createJob(server, olga)
  const jobBookingId = uuid()
  const visit = { jobStart: minutesAfterNoon(0), jobEnd: minutesAfterNoon(90), access: '', assignedTo }
  await accepted(server, olga, 'ScheduleJob', { jobId, jobBookingId, ...visit, anyway: true })
  return { jobId, jobBookingId }
}
const read = async (person: SignedInTest, path: string, jobId: string, seq = 0) =>
  (await server.call(`${pathTo(path, { jobId })}?after=${seq}`, { token: person.token })).json()

const atTheDoor = (jobBookingId: string) => ({
  noAccessId: uuid(),
  jobBookingId,
  why: 'nobody in',
  tried: ['knocked', 'called the tenant'],
  tenantCalledAt: minutesAfterNoon(4),
  atDoorFrom: minutesAfterNoon(2),
  note: 'Dog barking inside',
  imageId: uuid(),
})

test('arrivals and departures sent hours later keep the phone’s times, for the team and the office alike', async () => {
  const { jobId, jobBookingId } = await bookedJob([tom.user.userId])
  const arrivalId = uuid()
  const results = await sendCommands(
    server,
    tom,
    command('ArriveOnSite', { jobId, arrivalId, jobBookingId }, at(3)),
    command('LeaveSite', { jobId, arrivalId }, at(45)),
  )
  expect(results.map(({ status }) => status)).toEqual(['accepted', 'accepted'])
  const seq = results[1]?.status === 'accepted' ? results[1].seq : 0
  for (const person of [tom, olga]) {
    const { job } = await read(person, paths.job, jobId, seq)
    expect(job.arrivals).toMatchObject([
      { userId: tom.user.userId, arrivedAt: minutesAfterNoon(3), leftAt: minutesAfterNoon(45) },
    ])
    expect(Date.parse(job.arrivals[0].recordedAt)).toBeGreaterThan(Date.parse(minutesAfterNoon(45)))
  }
})

test('nobody records a visit to which they were never assigned, or the time of another person', async () => {
  const { jobId, jobBookingId } = await bookedJob([tom.user.userId])
  const maya = await addMember(server, olga, 'team', 'maya.lind')
  const arrivalId = uuid()
  const arrive = command('ArriveOnSite', { jobId, arrivalId, jobBookingId })
  expect(await sendCommands(server, maya, arrive)).toMatchObject([{ status: 'refused' }])
  await accepted(server, tom, 'ArriveOnSite', { jobId, arrivalId, jobBookingId })
  const leave = command('LeaveSite', { jobId, arrivalId })
  expect(await sendCommands(server, maya, leave)).toMatchObject([{ status: 'refused' }])
})

test('no access and its warning are one change, which the evidence pack tells in plain words', async () => {
  const { jobId, jobBookingId } = await bookedJob([tom.user.userId])
  const report = command('ReportNoAccess', { jobId, ...atTheDoor(jobBookingId) }, at(9))
  const [result] = await sendCommands(server, tom, report)
  const seq = result?.status === 'accepted' ? result.seq : 0
  const { job } = await read(olga, paths.job, jobId, seq)
  expect(job).toMatchObject({ warning: 'no access', jobStatus: 'pending', noAccess: [{ why: 'nobody in' }] })
  const { entries } = await read(tom, paths.jobHistory, jobId, seq)
  const ofReport = entries.filter((one: { commandId: string }) => one.commandId === report.commandId)
  expect(ofReport.map((one: { type: string }) => one.type).toReversed()).toEqual([
    'NoAccessReported',
    'WarningChanged',
    'JobStatusChanged',
  ])
  const pack = await server.call(`${pathTo(paths.jobEvidence, { jobId })}?after=${seq}`, { token: olga.token })
  const { text } = await readPdfAnswer(pack)
  const words = text.replaceAll(/\s+/g, ' ')
  const time = (minutes: number) => timeIn(minutesAfterNoon(minutes), 'Europe/London')
  const atDoor = `${time(2)} to ${time(9)}`
  for (const one of [
    `Nobody in. Knocked, called the tenant ${time(4)}.`,
    atDoor,
    'Dog barking inside',
    'had not arrived',
  ])
    expect(words).toContain(one)
  expect(words).toContain('Found no access: nobody in')
})
