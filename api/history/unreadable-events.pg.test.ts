import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkSealed } from '#core/evidence/check-sealed.ts'
import { listIdOf } from '#core/todo/todo.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { connect } from '#ledger/database/connect.ts'
import { verifyLedger } from '#ledger/proof/verify.ts'
import { appendUnchecked } from '#test/faults/newer-release.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { readPdfAnswer } from '#test/server/packs/read-pdf.ts'
import { addMember } from '#test/server/people.ts'
import { tools } from '#test/server/sealed-files.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let dana: SignedInTest
let tom: SignedInTest
let jobId: string
/** The seq of the event that this release does not know. */
let seq: number
let version: number

const secret = 'To the moon'

beforeAll(async () => {
  server = await startServer()
  dana = await server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  tom = await addMember(server, dana, 'team', 'tom.okafor')
  jobId = (await createJob(server, dana, { apartmentName: '14 Marlowe Court' })).jobId
  const before = await accepted(server, tom, 'AddNote', { jobId, noteId: uuid(), note: 'Before it' })
  await get(`${pathTo(paths.job, { jobId })}?after=${before.seq}`)
  const teleported = { stream: 'job', streamId: jobId, type: 'JobTeleported', data: { to: secret } } as const
  ;({ seq, version } = await appendUnchecked(server, dana, teleported))
  // Another job goes on, and so does this one, as an older release beside a newer one may write.
  await createJob(server, dana, { apartmentName: '3 Plain Street' })
  await appendUnchecked(server, dana, {
    stream: 'job',
    streamId: jobId,
    type: 'NoteAdded',
    data: { noteId: uuid(), note: 'After it' },
  })
})
afterAll(() => server.close())

const call = (path: string, { token } = dana) => server.call(path, { token })
async function get(path: string, person = dana) {
  const answer = await call(path, person)
  expect(answer.status, `${path} ${await answer.clone().text()}`).toBe(200)
  return answer.json()
}

const why = 'This version of Fettle does not know this change (JobTeleported). Update Fettle to read it.'
const shown = { type: 'JobTeleported', actorId: expect.any(String), changes: [], unreadable: why }

describe('one event that this release does not know', () => {
  test('is shown as such in the company’s history, among all others', async () => {
    const { entries } = await get(paths.history)
    const seqs = entries.map((one: { seq: number }) => one.seq)
    expect(seqs).toEqual(Array.from({ length: seqs[0] }, (_, nth) => seqs[0] - nth))
    const sites = entries.map((one: { place?: { apartmentName: string } }) => one.place?.apartmentName)
    expect(sites).toContain('3 Plain Street')
    expect(entries.find((one: { seq: number }) => one.seq === seq)).toMatchObject(shown)
    expect(JSON.stringify(entries)).toContain('After it')
    expect(await get(pathTo(paths.historyEvent, { seq: String(seq) }))).toMatchObject({ entry: shown })
    expect((await get(`${paths.history}?search=Before it`)).entries).toHaveLength(1)
  })

  test('is in the exports, with what its hash is computed from', async () => {
    const csv = await (await call(`${paths.exportHistory}?format=csv`)).text()
    expect(csv).toContain('JobTeleported')
    expect(csv).toContain('After it')
    const { events } = JSON.parse(await (await call(`${paths.exportHistory}?format=json`)).text())
    expect(events.find((one: { seq: number }) => one.seq === seq)).toMatchObject({ ...shown, data: { to: secret } })
  })

  test('is shown in its job’s history for the office, and unknown to the team, which may not be allowed to see it', async () => {
    const path = pathTo(paths.jobHistory, { jobId })
    const { entries, events, unreadableFrom } = await get(path)
    expect(unreadableFrom).toBe(version)
    expect(entries.find((one: { version: number }) => one.version === version)).toMatchObject(shown)
    expect(JSON.stringify(entries)).toContain('After it')
    expect(events.map((one: { version: number }) => one.version)).toEqual([1, 2])
    const ofTeam = await get(path, tom)
    expect(ofTeam).toMatchObject({ unreadableFrom: version, events: [{ version: 1 }, { version: 2 }] })
    expect(JSON.stringify(ofTeam)).not.toContain('JobTeleported')
    expect(JSON.stringify(ofTeam.entries)).toContain('After it')
  })

  test('leaves its job as it was before it, now and at any later moment', async () => {
    for (const query of ['', `?version=${version + 1}`, `?at=${new Date().toISOString()}`]) {
      const { job } = await get(`${pathTo(paths.job, { jobId })}${query}`)
      expect(job.extraNotes.map((one: { note: string }) => one.note)).toEqual(['Before it'])
    }
  })

  test('is stated in the job’s pack, whose file still proves it without its meaning', async () => {
    for (const person of [dana, tom]) {
      const answer = await call(`${pathTo(paths.jobEvidence, { jobId })}?notes=yes`, person)
      const { pages, text, files } = await readPdfAnswer(answer)
      const gap = `This history has a gap: this version of Fettle does not know what event ${version} (`
      expect(pages[0]?.text.replaceAll(/\s+/g, ' ')).toContain(gap)
      expect(text.includes('JobTeleported')).toBe(person === dana)
      expect(text).toContain('After it')
      const sealed = files['evidence-00001.json'] ?? ''
      expect(sealed + text).not.toContain(secret)
      const found = await checkSealed(JSON.parse(sealed), tools)
      expect(found?.fault).toBeUndefined()
      expect(found?.leftOut).toBeGreaterThan(0)
    }
  })

  test('refuses further changes of its job with the reason, and holds back no other', async () => {
    const other = await createJob(server, dana)
    const results = await sendCommands(
      server,
      dana,
      command('AddNote', { jobId, noteId: uuid(), note: 'Refused' }),
      command('AddNote', { jobId: other.jobId, noteId: uuid(), note: 'Taken' }),
    )
    expect(results).toMatchObject([{ status: 'refused', code: 'changed-by-newer-release' }, { status: 'accepted' }])
  })

  test('is hashed like any other by the proof', async () => {
    expect(await get(pathTo(paths.jobProof, { jobId }))).toMatchObject({ state: 'verified' })
  })
})

test('damaged data of a known type are shown as such around them, in the pack too, and the ledger’s verification finds them', async () => {
  const owner = await server.registerCompany()
  const { jobId: damaged } = await createJob(server, owner)
  const priced = { stream: 'job', streamId: damaged, type: 'TaskPriced', data: {} } as const
  const { seq: at } = await appendUnchecked(server, owner, priced)
  const found = { type: 'TaskPriced', unreadable: expect.stringContaining('not written by Fettle'), changes: [] }
  for (const path of [paths.history, pathTo(paths.jobHistory, { jobId: damaged })]) {
    const { entries } = await get(path, owner)
    expect(entries.find((one: { seq: number }) => one.seq === at)).toMatchObject(found)
    expect(JSON.stringify(entries)).toContain('created the job')
  }
  const answer = await call(`${pathTo(paths.jobEvidence, { jobId: damaged })}?prices=yes`, owner)
  const { text } = await readPdfAnswer(answer)
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'This change (TaskPriced) was not written by Fettle as it stands here.',
  )
  // Its hash holds; `fettle verify` also checks the shape.
  const pool = connect(server.database.url, 'fettle_projector', { max: 1 })
  const [verified] = await verifyLedger(pool, { companyId: owner.user.companyId })
  await pool.end()
  expect(verified?.fault).toEqual({ seq: at, reason: 'shape' })
})

test('a change of a to-do list that this release does not know stays its owner’s, and hides nothing behind it', async () => {
  const owner = await server.registerCompany()
  await accepted(server, owner, 'AddTodo', { userId: owner.user.userId, todoId: uuid(), text: 'Call Sam' })
  const before = (await get(paths.history, owner)).entries.length
  const streamId = listIdOf(owner.user.userId)
  const one = { stream: 'todo', streamId, type: 'TodoStarred', data: { star: secret } } as const
  for (let nth = 0; nth < 60; nth += 1) await appendUnchecked(server, owner, one)
  const { next, entries } = await get(paths.history, owner)
  expect(entries).toEqual([])
  expect((await get(`${paths.history}?before=${next}`, owner)).entries).toHaveLength(before)
  expect((await get(`${paths.history}?search=registered`, owner)).entries).toHaveLength(1)
  expect(await (await call(`${paths.exportHistory}?format=json`, owner)).text()).not.toContain('TodoStarred')
})
