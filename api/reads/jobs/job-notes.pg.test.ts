import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Job } from '#core/job/job.ts'
import { type JobAnswer, type JobNotesAnswer, jobAnswer, jobNotesAnswer } from '#core/wire/jobs/jobs.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { listen } from '#test/server/push-client.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { jobDocument, notesBefore } from './job-documents.ts'

let server: TestServer
let olga: SignedInTest
let tom: SignedInTest
let jobId: string
let seq = 0
/** The ids of the comments, oldest first. */
const ids = Array.from({ length: 120 }, () => uuid())
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  tom = await addMember(server, olga, 'team', 'tom.okafor')
  jobId = (await createJob(server, olga)).jobId
  const comments = ids.map((noteId, at) => command('AddNote', { jobId, noteId, note: `Comment ${at + 1}` }))
  await sendCommands(server, tom, ...comments.slice(0, 100))
  const results = await sendCommands(server, tom, ...comments.slice(100))
  seq = results.at(-1)?.seq ?? 0
})
afterAll(() => server.close())

async function read(query = ''): Promise<JobAnswer> {
  const answer = await server.call(`${pathTo(paths.job, { jobId })}?after=${seq}${query}`, { token: olga.token })
  const body: JobAnswer = await answer.json()
  expect(jobAnswer.safeParse(body)).toEqual({ success: true, data: body })
  return body
}
const ask = (before: string, { token } = olga) =>
  server.call(`${pathTo(paths.jobNotes, { jobId })}?after=${seq}&before=${before}`, { token })
async function older(before = ''): Promise<JobNotesAnswer> {
  const body: JobNotesAnswer = await (await ask(before)).json()
  expect(jobNotesAnswer.safeParse(body)).toEqual({ success: true, data: body })
  return body
}
const noteIds = ({ extraNotes }: Pick<Job, 'extraNotes'>) => extraNotes.map(({ noteId }) => noteId)

test('a job is read with its newest fifty comments, and the older ones fifty at a time', async () => {
  const { job } = await read()
  expect([noteIds(job), job.olderNotes]).toEqual([ids.slice(70), 70])
  const first = await older(ids[70])
  expect(first).toMatchObject({ older: 20, people: { [tom.user.userId]: 'tom.okafor' } })
  expect(noteIds({ extraNotes: first.notes })).toEqual(ids.slice(20, 70))
  const last = await older(first.notes[0]?.noteId)
  expect([noteIds({ extraNotes: last.notes }), last.older]).toEqual([ids.slice(0, 20), 0])
  expect(await older(last.notes[0]?.noteId)).toMatchObject({ notes: [], older: 0, people: {} })
})

test('a job as it was has the newest fifty comments of that time', async () => {
  // The first event created the job.
  const { job } = await read('&version=101')
  expect([noteIds(job), job.olderNotes]).toEqual([ids.slice(50, 100), 50])
})

test('a push has the newest fifty comments, for the office and the team', async () => {
  const devices = [await listen(server, olga), await listen(server, tom)]
  const { seq: changed } = await accepted(server, olga, 'ChangeWarning', { jobId, warning: 'no access' })
  for (const device of devices) {
    await device.pushed((one) => one.projection === 'job' && one.seq >= changed)
    const row = device.row<Job>('job', jobId)
    expect([row && noteIds(row), row?.olderNotes]).toEqual([ids.slice(70), 70])
    device.close()
  }
})

test('the other comments of a job stay in the database', async () => {
  const { companyId } = olga.user
  const [jobs, notes] = await readInCompany(server.services.ledgerPool, companyId, [
    jobDocument({ companyId, jobId }),
    notesBefore({ companyId, jobId, noteId: ids[70] ?? '' }),
  ])
  const [job] = jobs.rows
  expect([job && noteIds(job.body), job?.body.olderNotes]).toEqual([ids.slice(70), 70])
  expect(notes.rows).toMatchObject([{ older: 20 }])
  expect(noteIds({ extraNotes: notes.rows[0]?.notes ?? [] })).toEqual(ids.slice(20, 70))
})

test('comments before one that is deleted, unknown or of another company are not found', async () => {
  const gone = uuid()
  await accepted(server, olga, 'AddNote', { jobId, noteId: gone, note: 'Wrong job' })
  seq = (await accepted(server, olga, 'DeleteNote', { jobId, noteId: gone })).seq
  for (const before of [gone, uuid()]) {
    const answer = await ask(before)
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'note-not-found' }])
  }
  const stranger = await server.registerCompany()
  const foreign = await ask(ids[70] ?? '', stranger)
  expect([foreign.status, await foreign.json()]).toMatchObject([404, { code: 'job-not-found' }])
  expect((await ask('x')).status).toBe(400)
})
