import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attendancesOf } from '#core/evidence/attendances.ts'
import type { HistoryEntry } from '#core/history/history.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { command, createJob, sendCommands } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { phonePhoto, smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  tom = await addMember(server, olga, 'team')
})
afterAll(() => server.close())

/** Noon of the day before, so that an hour more or less is the same day. */
const noon = new Date(Date.now() - 86_400_000).setUTCHours(12, 0, 0, 0)
const minutesAfterNoon = (minutes: number) => new Date(noon + minutes * 60_000).toISOString()

async function uploaded(jobId: string, files: Uint8Array[], givenAt: string[]) {
  const form = { files: files.map((bytes) => ({ bytes })), fields: { givenAt: JSON.stringify(givenAt) } }
  const answer = await upload(server, tom, jobId, form)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return answer.json()
}
const read = async (path: string, jobId: string, seq = 0) =>
  (await server.call(`${pathTo(path, { jobId })}?after=${seq}`, { token: olga.token })).json()
const entriesOf = async (jobId: string): Promise<HistoryEntry[]> => (await read(paths.jobHistory, jobId)).entries
const imagesOf = async (jobId: string, seq: number) => (await read(paths.job, jobId, seq)).job.images

test('photos have the times at which they were given, beside those of the camera and the server', async () => {
  const { jobId } = await createJob(server, olga)
  const given = [minutesAfterNoon(2), minutesAfterNoon(9)]
  const before = Date.now()
  const { seq } = await uploaded(jobId, [await phonePhoto(), await smallPhoto('#a10')], given)
  const [taken, untaken] = await imagesOf(jobId, seq)
  expect(taken).toMatchObject({ timestamp: given[0], takenAt: '2026-11-20T09:08:41+00:00' })
  expect(untaken.timestamp).toBe(given[1])
  expect(untaken).not.toHaveProperty('takenAt')
  const added = (await entriesOf(jobId)).filter(({ type }) => type === 'ImageAdded')
  expect(added.map(({ happenedAt }) => happenedAt).sort()).toEqual(given)
  for (const { recordedAt, clock } of added) {
    expect(Date.parse(recordedAt)).toBeGreaterThanOrEqual(before)
    expect(clock).toBe('device')
  }
})

test('an attendance ends with the last work, not with the upload at home', async () => {
  const { jobId, taskId } = await createJob(server, olga)
  const done = command('CycleTask', { jobId, taskId, from: 'not completed' }, { happenedAt: minutesAfterNoon(30) })
  await sendCommands(server, tom, done)
  await uploaded(jobId, [await smallPhoto('#a11')], [minutesAfterNoon(34)])
  const attendances = attendancesOf({ entries: (await entriesOf(jobId)).reverse(), events: [], known: [] }, 'UTC')
  expect(attendances).toMatchObject([{ first: minutesAfterNoon(30), last: minutesAfterNoon(34) }])
})

test('a time that a device cannot mean is replaced by that of the upload, as for commands', async () => {
  const { jobId } = await createJob(server, olga)
  const day = 86_400_000
  const before = Date.now()
  const senseless = [before + day, before - 91 * day].map((one) => new Date(one).toISOString())
  await uploaded(jobId, [await smallPhoto('#a12'), await smallPhoto('#a13')], senseless)
  const added = (await entriesOf(jobId)).filter(({ type }) => type === 'ImageAdded')
  expect(added).toHaveLength(2)
  for (const { happenedAt, clock } of added) {
    expect(clock).toBe('server')
    expect(Date.parse(happenedAt)).toBeGreaterThanOrEqual(before)
  }
})

test('a retried upload keeps the time of the first, and one without times has that of the upload', async () => {
  const { jobId } = await createJob(server, olga)
  const files = [{ bytes: await smallPhoto('#a14') }]
  const imageIds = JSON.stringify([uuid()])
  for (const minutes of [1, 2]) {
    const fields = { imageIds, givenAt: JSON.stringify([minutesAfterNoon(minutes)]) }
    expect((await upload(server, tom, jobId, { files, fields })).status).toBe(200)
  }
  const before = Date.now()
  const { seq } = await (await upload(server, tom, jobId, { files })).json()
  const [first, second, ...others] = await imagesOf(jobId, seq)
  expect(others).toEqual([])
  expect(first.timestamp).toBe(minutesAfterNoon(1))
  expect(Date.parse(second.timestamp)).toBeGreaterThanOrEqual(before)
})
