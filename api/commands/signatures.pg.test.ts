import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasedText } from '#core/model/erased-text.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { erasableWith, erasureOf, foundIn, untilErased } from '#test/server/erasures.ts'
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

const strokes = '120,380,0 60,-170,84 58,171,96;150,300,240 84,-22,60;280,360,130 10,-40,30 14,4,16 12,36,18'
const digest = createHash('sha256').update(strokes).digest('hex')
const yesterday = new Date(Date.now() - 86_400_000).toISOString()
const read = async (person: SignedInTest, path: string, jobId: string, query = '') =>
  (await server.call(`${pathTo(path, { jobId })}${query}`, { token: person.token })).json()

/** A job with one completed task, for which Amy Sutcliffe signed. */
async function signedJob(over: object = {}) {
  const { jobId, taskId } = await createJob(server, olga)
  const { seq: before } = await accepted(server, tom, 'CycleTask', { jobId, taskId, from: 'not completed' })
  const signatureId = uuid()
  const signature = { signatureId, name: 'Amy Sutcliffe', signer: 'tenant', taskIds: [taskId], strokes, digest }
  const sent = command('AddSignature', { jobId, ...signature, ...over }, { happenedAt: yesterday })
  const [result] = await sendCommands(server, tom, sent)
  return { jobId, signatureId, sent, result, before, seq: result?.status === 'accepted' ? (result.seq ?? 0) : 0 }
}

test('a signature given offline has the phone’s time, once, for the team and the office alike', async () => {
  const { jobId, signatureId, sent, seq } = await signedJob()
  expect(await sendCommands(server, tom, sent)).toMatchObject([{ status: 'accepted', seq }])
  for (const person of [tom, olga]) {
    const { job } = await read(person, paths.job, jobId, `?after=${seq}`)
    expect(job.signatures).toEqual([
      {
        ...{ signatureId, name: 'Amy Sutcliffe', signer: 'tenant', strokes, digest, signedFor: ['Mend the tap'] },
        ...{ userId: tom.user.userId, userRole: 'team', timestamp: yesterday },
      },
    ])
    const { entries } = await read(person, paths.jobHistory, jobId)
    expect(entries[0]).toMatchObject({ sentence: 'took the signature of Amy Sutcliffe, tenant', happenedAt: yesterday })
  }
})

test('strokes that do not have the stated digest are refused', async () => {
  const { result, jobId, before } = await signedJob({ digest: createHash('sha256').update('other').digest('hex') })
  expect(result).toMatchObject({ status: 'refused', code: 'signature-changed', field: 'digest' })
  expect((await read(olga, paths.job, jobId, `?after=${before}`)).job.signatures).toBeUndefined()
})

test('anything but a drawing is refused', async () => {
  for (const bad of ['', '10,10,0', erasedText, '10,10,0 2000,5,9', `10,10,0${' 1,1,9'.repeat(3_000)}`]) {
    const { result } = await signedJob({ strokes: bad, digest: createHash('sha256').update(bad).digest('hex') })
    expect(result, bad.slice(0, 40)).toMatchObject({ status: 'refused', field: 'strokes' })
  }
})

test('the evidence pack names the signer and what was signed for, and its sealed file has the strokes and their digest', async () => {
  const { jobId, seq } = await signedJob()
  const { token } = olga
  const pdf = await server.call(`${pathTo(paths.jobEvidence, { jobId })}?after=${seq}`, { token })
  const { text } = await readPdfAnswer(pdf)
  for (const words of ['Signatures', 'Amy Sutcliffe, tenant', 'Taken by tom.okafor', 'For: Mend the tap'])
    expect(text).toContain(words)
  const sealed = await read(olga, paths.jobEvidence, jobId, `?format=json&after=${seq}`)
  expect(sealed.events.at(-1)).toMatchObject({
    type: 'SignatureGiven',
    data: { name: 'Amy Sutcliffe', strokes, digest },
  })
})

test('an owner erases the name and the drawing; the digest, the signer’s part and the time stay', async () => {
  const { jobId, seq } = await signedJob({ name: 'Barnaby Quillfeather' })
  const { texts } = await erasableWith(server, olga, seq)
  expect(texts.map((one) => [one.field, one.asked])).toEqual([
    ['name', true],
    ['strokes', true],
  ])
  const answer = await server.call(paths.erasures, { token: olga.token, body: erasureOf(texts) })
  expect(answer.status).toBe(200)
  await untilErased(server)
  expect(await foundIn(server, ['Quillfeather'])).toEqual([])
  const { job } = await read(olga, paths.job, jobId)
  expect(job.signatures).toMatchObject([{ name: erasedText, strokes: erasedText, signer: 'tenant', digest }])
})
