import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkSealed } from '#core/evidence/check-sealed.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { connect } from '#ledger/database/connect.ts'
import { verifyLedger } from '#ledger/proof/verify.ts'
import { replayChecksums } from '#test/histories/replay-checksums.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { erasableWith, erasureOf, foundIn, untilErased } from '#test/server/erasures.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { listen } from '#test/server/push-client.ts'
import { tools } from '#test/server/sealed-files.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const erase = (by: SignedInTest, body: object) => server.call(paths.erasures, { token: by.token, body })
const entriesOf = async (jobId: string, { token }: SignedInTest) => {
  const answer = await server.call(pathTo(paths.jobHistory, { jobId }), { token })
  return (await answer.json()).entries
}
async function verified(companyId: string) {
  const pool = connect(server.database.url, 'fettle_projector', { max: 2 })
  try {
    return await verifyLedger(pool, { companyId })
  } finally {
    await pool.end()
  }
}

/** Every response a person can get about a job and its company. */
async function answersTo({ token }: SignedInTest, jobId: string) {
  const requests = [
    pathTo(paths.job, { jobId }),
    `${pathTo(paths.job, { jobId })}?version=3`,
    pathTo(paths.jobHistory, { jobId }),
    pathTo(paths.jobImages, { jobId }),
    `${paths.jobs}?search=quillfeather`,
    paths.jobs,
    paths.parts,
    paths.dashboard,
    paths.exportJobs,
    pathTo(paths.list, { list: 'apartments' }),
    pathTo(paths.list, { list: 'receivedBy' }),
    paths.imports,
    paths.history,
    `${pathTo(paths.jobEvidence, { jobId })}?format=json&notes=yes`,
  ]
  const texts = await Promise.all(requests.map(async (path) => (await server.call(path, { token })).text()))
  return texts.join('\n')
}

const canary = 'Quillfeather'

test('a name written in many places is gone from all of them, and the ledger still verifies', async () => {
  const owner = await server.registerCompany()
  const admin = await addMember(server, owner, 'admin')
  const team = await addMember(server, owner, 'team')
  const stranger = await server.registerCompany()
  const kept = await createJob(server, stranger, { receivedBy: 'Barnaby Otherfolk' })
  const { companyId } = owner.user
  const { jobId, taskId } = await createJob(server, owner, {
    apartmentName: `${canary} House`,
    receivedBy: `Mrs ${canary}`,
  })
  const note = { jobId, noteId: uuid(), note: `${canary} was not in` }
  const written = command('AddNote', note)
  const [told] = await sendCommands(server, team, written)
  await accepted(server, owner, 'DescribeTask', { jobId, taskId, description: `Ring ${canary.toUpperCase()} first` })
  const last = await accepted(server, owner, 'DescribeTask', { jobId, taskId, description: 'Ring first' })
  await server.call(`${pathTo(paths.job, { jobId })}?after=${last.seq}`, { token: owner.token })
  const device = await listen(server, team)
  const before = (await foundIn(server, [canary])).toSorted()
  expect(before).toEqual(['calendar_row', 'dashboard_job', 'document', 'event', 'job_row', 'site_job', 'site_name'])

  const { texts } = await erasableWith(server, owner, told?.seq ?? 0)
  expect(texts.map((one) => one.path)).toEqual(['note'])
  const all = await Promise.all(
    (await entriesOf(jobId, owner)).map(async (one: { seq: number }) => erasableWith(server, owner, one.seq)),
  )
  const named = all.flatMap((one) => one.texts).filter((one) => one.asked && one.text.toLowerCase().includes('quillf'))
  expect(named.map((one) => one.path).toSorted()).toEqual(['apartmentName', 'description', 'note', 'receivedBy'])
  const body = erasureOf(named)
  const answer = await erase(owner, body)
  expect(answer.status).toBe(200)
  const { seq } = await answer.json()
  expect(await (await erase(owner, body)).json()).toEqual({ seq })
  await untilErased(server)

  expect(await foundIn(server, [canary])).toEqual([])
  for (const person of [owner, admin, team]) expect(await answersTo(person, jobId)).not.toMatch(/quillfeather/i)
  await device.pushed((one) => one.projection === 'job' && one.stale === true)
  expect(device.text()).not.toMatch(/quillfeather/i)
  device.close()
  expect(await verified(companyId)).toMatchObject([{ events: seq }])
  expect(await verified(companyId)).not.toMatchObject([{ fault: expect.anything() }])
  const proof = await server.call(pathTo(paths.jobProof, { jobId }), { token: owner.token })
  expect(await proof.json()).toMatchObject({ state: 'verified' })
  const pack = await server.call(`${pathTo(paths.jobEvidence, { jobId })}?format=json&notes=yes`, {
    token: owner.token,
  })
  const sealed = await checkSealed(await pack.json(), tools)
  expect(sealed).toMatchObject({ signed: true, events: 5 })
  expect(sealed?.fault).toBeUndefined()
  // The author, times and ids of the texts are kept, and so is everything that was not chosen.
  const job = await (await server.call(pathTo(paths.job, { jobId }), { token: owner.token })).json()
  expect(job.job).toMatchObject({
    apartmentName: '[erased]',
    jobDescriptions: [{ taskId, description: 'Ring first' }],
    extraNotes: [{ noteId: note.noteId, note: '[erased]', userId: team.user.userId }],
    office: { receivedBy: '[erased]' },
  })
  const marks = (await entriesOf(jobId, owner)).filter((one: { erased?: object }) => one.erased)
  expect(marks).toHaveLength(4)
  expect(marks[0].erased).toMatchObject({ by: owner.user.userId, reason: 'The tenant asked for it' })
  expect(JSON.stringify(await entriesOf(jobId, team))).not.toContain('The tenant asked for it')
  // A device that missed the response resends the command, which is recognised.
  const [again] = await sendCommands(server, team, written)
  expect(again).toMatchObject({ status: 'accepted', version: told?.version })
  // Live rows equal replayed ones, and the other company is unchanged.
  for (const projection of ['job', 'job-rows', 'receivedBy']) {
    const folded = await replayChecksums(server, companyId, projection)
    expect(folded.after).toEqual(folded.before)
  }
  expect(await answersTo(stranger, kept.jobId)).toContain('Barnaby Otherfolk')
})

test('an erased photo is gone with its description and files, even if it was uploaded twice', async () => {
  const owner = await server.registerCompany()
  const photo = await smallPhoto('#c51')
  const [one, two] = [await createJob(server, owner), await createJob(server, owner)]
  const fields = { descriptions: '["Odalys at the door"]' }
  for (const { jobId } of [one, two])
    expect((await upload(server, owner, jobId, { files: [{ bytes: photo }], fields })).status).toBe(200)
  const images = join(server.services.config.dataFolder, 'images', owner.user.companyId)
  expect(await readdir(images)).toHaveLength(2)
  const shown = await (await server.call(pathTo(paths.jobHistory, { jobId: one.jobId }), { token: owner.token })).json()
  const [{ seq }] = shown.entries
  const url = Object.values<{ display: string }>(shown.urls)[0]?.display ?? ''
  expect((await server.call(url)).status).toBe(200)

  const { texts } = await erasableWith(server, owner, seq)
  const photos = texts.filter((text) => text.field === 'src')
  expect(photos.map((text) => text.asked)).toEqual([true, false])
  const own = texts.filter((text) => text.asked)
  expect((await erase(owner, erasureOf(own))).status).toBe(200)
  await untilErased(server)
  expect(await readdir(images), 'the other job shows it still').toHaveLength(2)
  expect((await erase(owner, erasureOf(texts.filter((text) => !text.asked)))).status).toBe(200)
  await untilErased(server)
  expect(await readdir(images)).toEqual([])
  expect((await server.call(url)).status).toBe(404)
  expect(await foundIn(server, ['Odalys'])).toEqual([])
  const after = await (await server.call(pathTo(paths.job, { jobId: one.jobId }), { token: owner.token })).json()
  expect(after).toMatchObject({ urls: {}, job: { images: [{ src: '[erased]' }] } })
  // The same image may be added again, as a new change.
  expect((await upload(server, owner, one.jobId, { files: [{ bytes: photo }], fields: {} })).status).toBe(200)
  expect(await readdir(images)).toHaveLength(2)
})

test('with an erased photo no other erased photos are found', async () => {
  const owner = await server.registerCompany()
  const { jobId } = await createJob(server, owner)
  for (const [colour, description] of [
    ['#c52', 'The sink'],
    ['#c53', 'Odalys at the door'],
  ] as const) {
    const form = {
      files: [{ bytes: await smallPhoto(colour) }],
      fields: { descriptions: JSON.stringify([description]) },
    }
    expect((await upload(server, owner, jobId, form)).status).toBe(200)
  }
  const [{ seq }, other] = await entriesOf(jobId, owner)
  const photos = [seq, other.seq].map((one: number) => ({ seq: one, path: 'src' }))
  expect((await erase(owner, erasureOf(photos))).status).toBe(200)
  const { texts } = await erasableWith(server, owner, seq)
  expect(texts).toMatchObject([{ seq, path: 'description', text: 'Odalys at the door' }])
})

test('the name and email of a former member are gone, and their work is kept under a number', async () => {
  const owner = await server.registerCompany()
  const gone = await addMember(server, owner, 'team', 'peregrine.thwaite')
  const { userId } = gone.user
  const { jobId } = await createJob(server, owner)
  await accepted(server, gone, 'AddNote', { jobId, noteId: uuid(), note: 'Done' })
  await accepted(server, gone, 'AddTodo', { userId, todoId: uuid(), text: 'Ring Ottoline back' })
  await accepted(server, owner, 'AddTodo', { userId: owner.user.userId, todoId: uuid(), text: 'Order taps' })
  await server.call(paths.forgot, { body: { email: gone.user.email } })
  const path = pathTo(paths.memberErasure, { userId })
  const asking = { token: owner.token, body: { reason: 'He asked for it' } }
  expect((await server.call(path, asking)).status, 'not while he is here').toBe(409)
  await accepted(server, owner, 'RemoveMember', { userId })
  const answer = await server.call(path, asking)
  expect(await answer.json()).toEqual({ username: 'Former member 1' })
  expect(await (await server.call(path, asking)).json(), 'once more is as good').toEqual({
    username: 'Former member 1',
  })
  await untilErased(server)
  expect(await foundIn(server, ['thwaite'])).toEqual([])
  expect(await foundIn(server, ['Ottoline']), 'to-dos, which nobody else could ever read').toEqual([])
  expect(await foundIn(server, ['Order taps'])).toEqual(['document', 'event'])
  const history = await (await server.call(pathTo(paths.jobHistory, { jobId }), { token: owner.token })).json()
  expect(history.people).toMatchObject({ [userId]: 'Former member 1' })
  const team = await (await server.call(paths.team, { token: owner.token })).json()
  const listed = team.users.find((one: { userId: string }) => one.userId === userId)
  expect(listed).toMatchObject({ username: 'Former member 1', erased: true, state: 'removed' })
  expect(listed).not.toHaveProperty('email')
  const [back] = await sendCommands(server, owner, command('RestoreMember', { userId }))
  expect(back).toMatchObject({ status: 'refused', code: 'member-erased' })
  expect(await verified(owner.user.companyId)).not.toMatchObject([{ fault: expect.anything() }])
})

test('only the owner erases or sees what can be erased, and never in another company', async () => {
  const owner = await server.registerCompany()
  const others = [await addMember(server, owner, 'admin'), await addMember(server, owner, 'team')]
  const stranger = await server.registerCompany()
  const { jobId } = await createJob(server, owner)
  const { seq } = await accepted(server, owner, 'AddNote', { jobId, noteId: uuid(), note: 'Done' })
  const body = erasureOf([{ seq, path: 'note' }])
  for (const person of others) {
    expect((await erase(person, body)).status).toBe(403)
    expect((await server.call(`${paths.erasures}?seq=${seq}`, { token: person.token })).status).toBe(403)
  }
  const foreign = await erase(stranger, body)
  expect(foreign.status).toBe(409)
  expect(await foreign.json()).toMatchObject({ code: 'erasure-gone' })
  expect((await server.call(`${paths.erasures}?seq=999`, { token: owner.token })).status).toBe(404)
  expect((await erase(owner, { ...body, reason: ' ' })).status).toBe(400)
  expect((await erase(owner, erasureOf([{ seq, path: 'noteId' }]))).status, 'an id is no text').toBe(409)
  const [result] = await sendCommands(
    server,
    owner,
    command('EraseEvents', { companyId: owner.user.companyId, ...body }),
  )
  expect(result, 'not by the door of all commands').toMatchObject({ code: 'unknown-command' })
  expect(JSON.stringify(await entriesOf(jobId, owner))).toContain('Done')
})

test('only its own person can erase a to-do', async () => {
  const owner = await server.registerCompany()
  const team = await addMember(server, owner, 'team')
  const add = (person: SignedInTest) =>
    accepted(server, person, 'AddTodo', { userId: person.user.userId, todoId: uuid(), text: 'Ring home' })
  const [own, foreign] = [await add(owner), await add(team)]
  expect((await server.call(`${paths.erasures}?seq=${foreign.seq}`, { token: owner.token })).status).toBe(404)
  expect((await erase(owner, erasureOf([{ seq: foreign.seq, path: 'text' }]))).status).toBe(409)
  expect((await erase(owner, erasureOf([{ seq: own.seq, path: 'text' }]))).status).toBe(200)
})
