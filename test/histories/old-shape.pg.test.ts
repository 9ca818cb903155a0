import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { checkSealed } from '#core/evidence/check-sealed.ts'
import { type OldShape, oldShape, oldShapes } from '#core/model/old-shapes.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { connect } from '#ledger/database/connect.ts'
import { verifyLedger } from '#ledger/proof/verify.ts'
import { replay } from '#projector/replay/replay.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { erasableWith, erasureOf, foundIn, startProjectorPart, untilErased } from '#test/server/erasures.ts'
import { tools } from '#test/server/sealed-files.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

const shapes = new Map<string, readonly OldShape[]>()

/** The next release has comments with single spaces. */
const spaced = oldShape(z.strictObject({ noteId: z.string(), note: z.string() }), {
  erasable: ['note'],
  next: ({ note, ...rest }) => ({ ...rest, note: note.replaceAll(/ +/g, ' ') }),
})

const holds = expect.not.objectContaining({ fault: expect.anything() })

let server: TestServer
let dana: SignedInTest
beforeAll(async () => {
  vi.spyOn(oldShapes, 'get').mockImplementation((type) => shapes.get(type))
  server = await startServer()
  dana = await server.registerCompany()
})
afterAll(() => server.close())

const read = async (path: string) => (await server.call(path, { token: dana.token })).json()
async function withProjector<T>(work: (pool: ReturnType<typeof connect>) => Promise<T>): Promise<T> {
  const pool = connect(server.database.url, 'fettle_projector', { max: 2 })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}
const notesOf = async (jobId: string, query = '') =>
  (await read(pathTo(paths.job, { jobId }) + query)).job.extraNotes.map((one: { note: string }) => one.note)

test('after an event type changes its shape, stored events are read in the new one and still match their hashes', async () => {
  const { companyId } = dana.user
  const { jobId } = await createJob(server, dana)
  const first = await accepted(server, dana, 'AddNote', { jobId, noteId: uuid(), note: 'Quillfeather  rang' })
  expect(await notesOf(jobId, `?after=${first.seq}`)).toEqual(['Quillfeather  rang'])

  shapes.set('NoteAdded', [spaced])
  const second = await accepted(server, dana, 'AddNote', { jobId, noteId: uuid(), note: 'Keys:  porter' })
  await read(`${pathTo(paths.job, { jobId })}?after=${second.seq}`)
  const { failed } = await withProjector((pool) => replay(pool, { companyId }))
  expect(failed).toEqual([])
  expect(await notesOf(jobId)).toEqual(['Quillfeather rang', 'Keys:  porter'])
  expect(await notesOf(jobId, `?version=${first.version}`)).toEqual(['Quillfeather rang'])
  const { entries } = await read(paths.history)
  expect(JSON.stringify(entries)).toContain('"Quillfeather rang"')

  // The export and the pack hold the hashed data, each event in the shape in which it was written.
  const { events } = await read(`${paths.exportHistory}?format=json`)
  const notes = events.filter((one: { type: string }) => one.type === 'NoteAdded')
  expect(notes.map((one: { schema: number; data: { note: string } }) => [one.schema, one.data.note])).toEqual(
    expect.arrayContaining([
      [1, 'Quillfeather  rang'],
      [2, 'Keys:  porter'],
    ]),
  )
  const pack = await checkSealed(await read(`${pathTo(paths.jobEvidence, { jobId })}?format=json&notes=yes`), tools)
  expect(pack).toMatchObject({ signed: true })
  expect(pack?.fault).toBeUndefined()
  expect(await withProjector((pool) => verifyLedger(pool, { companyId }))).toEqual([holds])

  const { texts } = await erasableWith(server, dana, first.seq)
  expect(texts.map((one) => [one.path, one.text])).toEqual([['note', 'Quillfeather  rang']])
  const answer = await server.call(paths.erasures, { token: dana.token, body: erasureOf(texts) })
  expect(answer.status).toBe(200)
  await untilErased(server)
  expect(await foundIn(server, ['Quillfeather'])).toEqual([])
  await expect.poll(() => notesOf(jobId)).toEqual(['[erased]', 'Keys:  porter'])
  expect(await withProjector((pool) => verifyLedger(pool, { companyId }))).toEqual([holds])
})

test('a release that does not know a newer shape stops before it with the reason, and one that does resumes', async () => {
  shapes.delete('NoteAdded')
  const without = await startServer({}, { projector: false })
  try {
    const tom = await without.registerCompany()
    const { jobId } = await createJob(without, tom)
    shapes.set('NoteAdded', [spaced])
    const { seq } = await accepted(without, tom, 'AddNote', { jobId, noteId: uuid(), note: 'Keys: porter' })

    shapes.delete('NoteAdded')
    const jobProjection = async () => {
      const { projections } = await (await without.call(paths.projections, { token: tom.token })).json()
      return projections.find((one: { name: string }) => one.name === 'job')
    }
    const before = startProjectorPart('live', without)
    await expect
      .poll(jobProjection)
      .toMatchObject({ state: 'parked', parkedAt: { seq, error: expect.stringContaining('NoteAdded in shape 2') } })
    await before.stop()

    shapes.set('NoteAdded', [spaced])
    const after = startProjectorPart('live', without)
    await expect.poll(jobProjection).toMatchObject({ state: 'live', seq })
    await after.stop()
  } finally {
    await without.close()
  }
})
