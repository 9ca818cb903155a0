import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkSealed } from '#core/evidence/check-sealed.ts'
import { paperDayIn } from '#core/time/format.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { tamperWith } from '#test/database/tampering.ts'
import { isWithoutPython, runVerifier } from '#test/proof/run-verifier.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { erasureOf } from '#test/server/erasures.ts'
import { readPdfAnswer } from '#test/server/packs/read-pdf.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { tools } from '#test/server/sealed-files.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let dana: SignedInTest
let tom: SignedInTest
let jobId: string
/** A job whose pack takes long to set. */
let longJobId: string

const hidden = ['WO-CANARY', 'Canary Lettings', 'Cora Canary']
// The amount in pence could occur in a hash by chance; its field name cannot.
const ofMoney = ['8,765.43', '"price"', 'INV-CANARY']
const privately = 'The tenant is a canary'
const comment = 'Nobody opened. \u0141ukasz \u017b\u00f3\u0142\u0107 and Siobh\u00e1n rang, \u00a35 for parking'

/** Sends commands that must be accepted, dated this many minutes ago. */
async function recorded(person: SignedInTest, minutes: number, ...changes: [Parameters<typeof command>[0], object][]) {
  const happenedAt = new Date(Date.now() - minutes * 60_000).toISOString()
  const commands = changes.map(([type, data]) => command(type, { jobId, ...data }, { happenedAt }))
  const results = await sendCommands(server, person, ...commands)
  for (const result of results) expect(result.status, JSON.stringify(result)).toBe('accepted')
}

beforeAll(async () => {
  server = await startServer()
  dana = await server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  tom = await addMember(server, dana, 'team', 'tom.okafor')
  const [tap, bath] = [uuid(), uuid()]
  const tasks = [
    { taskId: tap, description: 'Replace kitchen mixer tap', price: 876_543 },
    { taskId: bath, description: 'Reseal bath' },
  ]
  const [workOrder, agency, receivedBy] = hidden
  jobId = (await createJob(server, dana, { apartmentName: '14 Marlowe Court', workOrder, agency, receivedBy, tasks }))
    .jobId
  await recorded(tom, 120, ['AddNote', { noteId: uuid(), note: comment }], ['ChangeWarning', { warning: 'no access' }])
  await recorded(dana, 0, ['AddNote', { noteId: uuid(), note: privately }], ['ChangeWarning', { warning: '' }])
  const files = await Promise.all(
    ['#864', '#468', '#684', '#a44'].map(async (color) => ({ bytes: await smallPhoto(color) })),
  )
  const images = await upload(server, tom, jobId, { files, fields: { descriptions: JSON.stringify(['Front door']) } })
  expect(images.status, await images.clone().text()).toBe(200)
  for (const taskId of [tap, bath]) await recorded(tom, 0, ['CycleTask', { taskId, from: 'not completed' }])
  await recorded(dana, 0, ['ChangeWarning', { warning: 'invoiced', invoice: 'INV-CANARY' }])
  const told = { version: 5, happenedAt: '2026-11-19T10:00:00Z', reason: 'Told by phone first' }
  await recorded(dana, 0, ['CorrectTime', told])
  const [frontDoor] = (await images.json()).images
  await recorded(dana, 0, ['DescribeImage', { imageId: frontDoor.imageId, description: 'Front door, closed' }])
  longJobId = (await createJob(server, dana)).jobId
  const note = 'Long words and \u0633\u0644\u0627\u0645 \u4e2d\u6587 \ud83d\ude00. '.repeat(200)
  await accepted(server, tom, 'AddNote', { jobId: longJobId, noteId: uuid(), note })
})
afterAll(() => server.close())

const ask = (query = '', { token } = dana, id = jobId) =>
  server.call(`${pathTo(paths.jobEvidence, { jobId: id })}?after=0${query}`, { token })
async function pack(query = '', person = dana, id = jobId) {
  const answer = await ask(query, person, id)
  return { answer, ...(await readPdfAnswer(answer)) }
}
const name = 'evidence-00001.json'

test('a pack is a PDF with everything about a job: its summary, attendances, timeline, photos and proof', async () => {
  const { answer, pages, text } = await pack('&prices=yes&notes=yes')
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename=evidence-00001.pdf')
  expect(pages.length).toBeGreaterThan(2)
  for (const [index, page] of pages.entries()) {
    expect(page.text).toContain('Harrow & Pike')
    expect(page.text).toContain('Job 00001')
    expect(page.text).toContain(`Page ${index + 1} of ${pages.length}`)
  }
  const [first] = pages
  for (const words of [
    '14 Marlowe Court',
    'Canary Lettings',
    'WO-CANARY',
    'by dana.whitfield',
    '2 of 2',
    'Attendances',
  ])
    expect(first?.text).toContain(words)
  for (const words of [
    comment,
    'No access.',
    'Repairs completed.',
    'Photos 1 to 4.',
    'Time corrected to',
    'Told by phone first',
    ': Front door Time taken unknown',
  ])
    expect(text.replaceAll(/\s+/g, ' ')).toContain(words)
  for (const words of [
    '\u00a38,765.43',
    'INV-CANARY',
    privately,
    '1. Front door, closed',
    'Intact',
    'Prepared by',
    'Received by',
  ])
    expect(text).toContain(words)
  expect(pages.reduce((sum, page) => sum + page.pictures, 0)).toBe(4)
})

test("a comment longer than a page has the table's heading on each of its pages", async () => {
  const { pages } = await pack('', dana, longJobId)
  expect(pages.filter((page) => page.text.includes('Happened')).length).toBeGreaterThan(1)
})

test('page 1 has the server’s times beside those of an attendance that a device dates 80 days back, and the names of then', async () => {
  const { jobId: own, taskId } = await createJob(server, dana)
  const [renamed] = await sendCommands(
    server,
    dana,
    command('DescribeTask', { jobId: own, taskId, description: 'Replace the boiler' }),
  )
  expect(renamed?.status).toBe('accepted')
  const happenedAt = new Date(Date.now() - 80 * 86_400_000).toISOString()
  const [done] = await sendCommands(
    server,
    tom,
    command('CycleTask', { jobId: own, taskId, from: 'not completed' }, { happenedAt }),
  )
  expect(done?.status).toBe('accepted')
  const { pages } = await pack('', dana, own)
  const first = pages[0]?.text.replaceAll(/\s+/g, ' ') ?? ''
  const [, attendances = ''] = /Attendances(.*)Timeline/.exec(first) ?? []
  const { timeZone } = await (await server.call(paths.company, { token: dana.token })).json()
  expect(attendances).toContain(paperDayIn(happenedAt, timeZone))
  expect(attendances).toContain(`${paperDayIn(new Date().toISOString(), timeZone)},`)
  expect(attendances).toContain('80 days later')
  expect(attendances).toContain('Done: Mend the tap.')
  expect(attendances).not.toContain('Replace the boiler')
  expect(first).toContain('Called at the time: Mend the tap')
  expect(first).toMatch(/79 d 23 h \d+ min first attendance before report server: under 1 min/)
  // A pack in which all was recorded in time needs no second clock.
  expect((await pack('', dana, (await createJob(server, dana)).jobId)).pages[0]?.text).not.toContain('server: ')
})

test('the verification file is attached, and anyone can verify it', async () => {
  const { files } = await pack('&prices=yes&notes=yes')
  const alone = await (await ask('&prices=yes&notes=yes&format=json')).json()
  for (const file of [JSON.parse(files[name] ?? ''), alone]) {
    const found = await checkSealed(file, tools)
    expect(found).toMatchObject({ jobRef: '00001', signed: true, leftOut: 0, site: '14 Marlowe Court' })
    expect(found?.fault).toBeUndefined()
  }
  const { keyId } = await (await server.call(paths.proofKey)).json()
  expect(alone.seal.statement.keyId).toBe(keyId)
})

test('the verifier in Python reads a pack and its verification file, and names the event that was changed', async ({
  task,
}) => {
  if (isWithoutPython(task)) return
  const folder = await mkdtemp(join(tmpdir(), 'fettle-pack-'))
  try {
    const pdf = await (await ask('&prices=yes')).bytes()
    const [whole, ofTeam, changed] = ['pack.pdf', 'team.json', 'changed.json'].map((one) => join(folder, one))
    if (!whole || !ofTeam || !changed) throw new Error('There are no files')
    await writeFile(whole, pdf)
    await writeFile(ofTeam, await (await ask('&format=json', tom)).text())
    await writeFile(changed, (await (await ask('&prices=yes&format=json')).text()).replace('876543', '1'))
    const { keyId } = await (await server.call(paths.proofKey)).json()
    expect(await runVerifier([whole, ofTeam, '--key', keyId])).toMatchObject({ code: 0, errors: '' })
    expect((await runVerifier([changed])).faults.get(changed)).toMatch(/^event \d+: /)
  } finally {
    await rm(folder, { recursive: true })
  }
})

describe('a copy leaves nothing hidden in its text or its verification file', () => {
  const nextMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  test.each([
    ['the team’s own copy', '&notes=yes', [...hidden, ...ofMoney], () => tom],
    ['the team’s copy, made by the office', '&copy=team&notes=yes', [...hidden, ...ofMoney], () => dana],
    ['a copy without prices', '&notes=yes', ofMoney, () => dana],
    ['a copy without office comments', '&prices=yes&notes=no', [privately], () => dana],
    ['a copy for which nothing was chosen', '', [...ofMoney, privately], () => dana],
    ['a copy of another day', `&notes=yes&from=${nextMonth}`, [comment, privately, ...ofMoney], () => dana],
  ])('%s', async (_, query, left, person) => {
    const { text, files } = await pack(query, person())
    const sealed = files[name] ?? ''
    for (const canary of left) {
      expect(text).not.toContain(canary)
      expect(sealed).not.toContain(canary)
    }
    const file = JSON.parse(sealed)
    const found = await checkSealed(file, tools)
    expect(found?.fault).toBeUndefined()
    expect(found?.leftOut).toBeGreaterThan(0)
    for (const one of file.events.filter((event: object) => 'leftOut' in event))
      expect(Object.keys(one).sort()).toEqual(['hash', 'leftOut', 'previous', 'seq', 'version'])
    expect(text).toMatch(/events? (is|are) left out of this copy/)
  })

  test('nobody can find out who created the job by trying its first hash with one person after another', async () => {
    const { events } = await (await ask('&format=json', tom)).json()
    expect(events[0]).toMatchObject({ type: 'JobCreated', withheld: 'actor' })
    for (const key of ['actorId', 'actorRole', 'salt', 'digest']) expect(events[0]).not.toHaveProperty(key)
    expect(JSON.stringify(events[0])).not.toContain(dana.user.userId)
  })

  test('the team cannot get the office’s copy or prices', async () => {
    for (const query of ['&copy=office', '&prices=yes']) expect((await ask(query, tom)).status).toBe(403)
  })
})

test('another company’s job is not found, and invalid choices are refused', async () => {
  const stranger = await server.registerCompany()
  expect((await ask('', stranger)).status).toBe(404)
  expect((await ask('', dana, uuid())).status).toBe(404)
  for (const query of ['&from=yesterday', '&prices=1', '&other=1', '&from=2026-11-20&to=2026-11-19'])
    expect((await ask(query)).status).toBe(400)
})

test('a pack ends with the rights of its reader, and its photos are not read any more', async () => {
  const leaver = await addMember(server, dana, 'admin')
  const { files } = server.services.images
  const read = vi.spyOn(files, 'read').mockImplementationOnce(async () => {
    await accepted(server, dana, 'RemoveMember', { userId: leaver.user.userId })
    return undefined
  })
  const answer = await ask('', leaver)
  await expect(answer.text()).rejects.toThrow('terminated')
  expect(read).toHaveBeenCalledTimes(1)
  read.mockRestore()
})

test('a caller that disconnects stops the work and frees its slot for the next pack', async () => {
  // One more than a person may have at a time.
  for (let nth = 0; nth < 3; nth++) {
    const leaving = new AbortController()
    const begin = () =>
      fetch(`${server.url}${pathTo(paths.jobEvidence, { jobId: longJobId })}`, {
        headers: { authorization: `Bearer ${dana.token}`, origin: server.url },
        signal: leaving.signal,
      })
    await expect.poll(async () => (await begin()).status).toBe(200)
    leaving.abort()
  }
  await expect.poll(async () => (await ask('&format=json')).status).toBe(200)
})

test('a company gets one pack at a time, and three wait', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask('', dana, longJobId)))
  const statuses = answers.map((one) => one.status)
  expect(statuses).toContain(200)
  expect(statuses).toContain(429)
  await Promise.all(answers.map((one) => one.arrayBuffer()))
})

test('a job whose history was changed outside Fettle gets no pack', async () => {
  const owner = await server.registerCompany()
  const { jobId: broken } = await createJob(server, owner)
  const superuser = tamperWith(server.database.url)
  await superuser.query(
    `update event set data = jsonb_set(data, '{apartmentName}', '"Elsewhere"') where stream_id = $1 and version = 1`,
    [broken],
  )
  await superuser.end()
  const answer = await ask('', owner, broken)
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({ code: 'ledger-broken' })
})

test('a pack omits data erased by law, states the erasure and still verifies', async () => {
  const owner = await server.registerCompany()
  const { jobId: own } = await createJob(server, owner)
  const [note] = await sendCommands(
    server,
    owner,
    command('AddNote', { jobId: own, noteId: uuid(), note: 'Mrs Quillfeather rang' }),
  )
  const body = erasureOf([{ seq: note?.seq ?? 0, path: 'note' }])
  expect((await server.call(paths.erasures, { token: owner.token, body })).status).toBe(200)
  const { text, files } = await pack('&notes=yes', owner, own)
  const sealed = files[name] ?? ''
  expect(text + sealed).not.toContain('Quillfeather')
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(/Erased on .+ by .+ because: The tenant asked for it/)
  expect((await checkSealed(JSON.parse(sealed), tools))?.fault).toBeUndefined()
})
