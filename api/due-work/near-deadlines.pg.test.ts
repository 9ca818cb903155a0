import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accepted, createJob } from '#test/server/commands.ts'
import { noticesOn, registerTold } from '#test/server/notices/told.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { doWhatIsDue } from './due-work.ts'
import { nearDeadlines } from './near-deadlines.ts'

let server: TestServer
let olga: SignedInTest
let ann: SignedInTest
let tom: SignedInTest
let notices: ReturnType<typeof noticesOn>
beforeAll(async () => {
  server = await startServer()
  notices = noticesOn(server)
  ;({ olga, ann, tom } = await registerTold(server))
})
afterAll(() => server?.close())

const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()
const nearOf = async (person: SignedInTest, jobId: string) =>
  (await notices.toldOf(person)).notifications.flatMap((one) => (one.jobId === jobId ? (one.changes.near ?? []) : []))

async function recordEmergency(awareAt: string) {
  const [{ jobId }, dutyId] = [await createJob(server, olga), uuid()]
  const report = { reportedBy: 'Joan Pickles', reportedHow: 'phone', words: 'Exposed wiring' }
  const hazard = { hazard: 'electrical', severity: 'emergency', awareAt, law: 'england-social', ...report }
  const { seq } = await accepted(server, olga, 'RecordHazard', { jobId, dutyId, ...hazard })
  await server.call(`/api/deadlines?after=${seq}`, { token: olga.token })
  return { jobId, dutyId }
}

test('the whole office is told once of a deadline that is near, however many processes look, until it is met', async () => {
  const { jobId, dutyId } = await recordEmergency(ago(10))
  const works = [1, 2, 3].map(() => nearDeadlines(server.services))
  const look = (now: number) =>
    Promise.all(
      works.map((work) =>
        doWhatIsDue(work, { ...server.services, now: () => new Date(now) }, new AbortController().signal),
      ),
    )
  // Four hours before its end, which is in fourteen.
  const [next] = await look(Date.now() + 9 * hour)
  expect(await nearOf(olga, jobId)).toEqual([])
  // A deadline that was set meanwhile is found within five minutes.
  expect(Date.parse(next ?? '') - Date.now()).toBeLessThan(9 * hour + 301_000)
  await look(Date.now() + 10.1 * hour)
  works.push(nearDeadlines(server.services))
  await look(Date.now() + 10.3 * hour)
  for (const person of [olga, ann])
    expect((await nearOf(person, jobId)).map((one) => [one.dutyId, one.step])).toEqual([
      [dutyId, 'investigate'],
      [dutyId, 'make safe'],
    ])
  expect(await nearOf(tom, jobId)).toEqual([])

  const met = { jobId, dutyId, metAt: ago(1), proof: 'photos', note: 'Power is off' }
  await accepted(server, tom, 'MeetDeadline', { ...met, step: 'make safe' })
  await expect.poll(async () => (await nearOf(olga, jobId)).map((one) => one.step)).toEqual(['investigate'])
  await accepted(server, olga, 'EndDuty', { jobId, dutyId, ending: 'recorded by mistake', reason: 'Another job' })
  await expect.poll(() => nearOf(ann, jobId)).toEqual([])
  await look(Date.now() + 11 * hour)
  expect(await nearOf(ann, jobId)).toEqual([])
})
