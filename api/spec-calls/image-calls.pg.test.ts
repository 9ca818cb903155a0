import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths, pathTo } from '#core/wire/paths.ts'
import { createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let tom: SignedInTest
let tina: SignedInTest
let stranger: SignedInTest
let photo: Buffer
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  tom = await addMember(server, olga, 'team')
  tina = await addMember(server, olga, 'team')
  stranger = await server.registerCompany()
  photo = await smallPhoto()
})
afterAll(() => server.close())

/** A job with one image by each of these people. */
async function jobWithImages(...people: SignedInTest[]): Promise<string> {
  const { jobId } = await createJob(server, olga)
  for (const [at, person] of people.entries()) {
    const form = { files: [{ bytes: photo }], fields: { descriptions: JSON.stringify([`Photo ${at}`]) } }
    expect((await upload(server, person, jobId, form)).status).toBe(200)
  }
  return jobId
}
const shown = async (jobId: string): Promise<string[]> => {
  const { seq } = await (await server.call(paths.ledger, { token: olga.token })).json()
  const answer = await server.call(`${pathTo(paths.job, { jobId })}?after=${seq}`, { token: olga.token })
  const { job }: { job: { images: { description: string }[] } } = await answer.json()
  return job.images.map((one) => one.description)
}
const call = async (method: string, path: string, person: SignedInTest, body?: unknown) => {
  const answer = await server.call(path, { method, token: person.token, ...(body === undefined ? {} : { body }) })
  return { status: answer.status, ...(await answer.json()) }
}
const describe = (person: SignedInTest, jobId: unknown, index: unknown, more: object = {}) =>
  call('POST', paths.updateDescription, person, {
    jobId,
    index,
    companyId: olga.user.companyId,
    newDescription: 'The sink',
    ...more,
  })
const remove = (person: SignedInTest, jobId: unknown, index: unknown, more: object = {}) =>
  call('DELETE', paths.deleteImage, person, { jobId, index, companyId: olga.user.companyId, ...more })

test('the image at an index is described and deleted by the office or its uploader', async () => {
  const jobId = await jobWithImages(olga, tom, tina)
  expect(await describe(olga, jobId, 1)).toEqual({ status: 200, message: 'Description updated successfully!' })
  expect(await describe(tina, jobId, 2, { newDescription: ' The tap ' })).toMatchObject({ status: 200 })
  expect(await shown(jobId)).toEqual(['Photo 0', 'The sink', 'The tap'])
  expect(await describe(tom, jobId, 0)).toMatchObject({ status: 403, code: 'not-your-image' })
  expect(await remove(tom, jobId, 2)).toMatchObject({ status: 403, code: 'not-your-image' })
  expect(await remove(tom, jobId, 1)).toEqual({ status: 200, message: 'Image deleted successfully!' })
  // The index counts the images that are left.
  expect(await remove(olga, jobId, 1)).toMatchObject({ status: 200 })
  expect(await shown(jobId)).toEqual(['Photo 0'])
  expect(await remove(olga, jobId, 1)).toMatchObject({ status: 404, code: 'image-not-found' })
})

test('an image can be deleted with query parameters too', async () => {
  const jobId = await jobWithImages(olga)
  const query = (index: string) => {
    const text = new URLSearchParams({ jobId, companyId: olga.user.companyId, index })
    return call('DELETE', `${paths.deleteImage}?${text}`, olga)
  }
  for (const index of ['-1', '1.5', '', '9007199254740992', '0x0', '1e0', ' 0'])
    expect([index, await query(index)]).toMatchObject([index, { status: 400, field: 'index' }])
  expect(await query('1')).toMatchObject({ status: 404 })
  expect(await query('0')).toMatchObject({ status: 200 })
  expect(await shown(jobId)).toEqual([])
})

test('an invalid index is 400, one past the end 404', async () => {
  const jobId = await jobWithImages(olga)
  for (const index of [-1, 1.5, '0', 2 ** 53, null, undefined, [0], true]) {
    expect([index, await describe(olga, jobId, index)]).toMatchObject([index, { status: 400, field: 'index' }])
    expect([index, await remove(olga, jobId, index)]).toMatchObject([index, { status: 400, field: 'index' }])
  }
  for (const index of [1, 2 ** 53 - 1]) {
    expect(await describe(olga, jobId, index)).toMatchObject({ status: 404, error: 'Image not found.' })
    expect(await remove(olga, jobId, index)).toMatchObject({ status: 404, error: 'Image not found.' })
  }
  expect(await shown(jobId)).toEqual(['Photo 0'])
})

test('another company is 403, its jobs and missing jobs are 404, an invalid id is 400', async () => {
  const jobId = await jobWithImages(olga)
  const foreign = { companyId: stranger.user.companyId }
  for (const ask of [describe, remove]) {
    expect(await ask(olga, jobId, 0, foreign)).toMatchObject({ status: 403, code: 'foreign-company' })
    expect(await ask(stranger, jobId, 0)).toMatchObject({ status: 403, code: 'foreign-company' })
    expect(await ask(stranger, jobId, 0, foreign)).toMatchObject({ status: 404, error: 'Job not found.' })
    expect(await ask(olga, uuid(), 0)).toMatchObject({ status: 404, error: 'Job not found.' })
    expect(await ask(olga, 'x', 0)).toMatchObject({ status: 400, error: 'Invalid job reference.' })
    expect(await ask(olga, jobId, 0, { userRole: 'owner' })).toMatchObject({ status: 400, code: 'unknown-field' })
    expect(await ask({ ...olga, token: 'x.y.z' }, jobId, 0)).toMatchObject({ status: 401 })
  }
  expect(await describe(olga, jobId, 0, { newDescription: 'x'.repeat(1_001) })).toMatchObject({ status: 400 })
  expect(await describe(olga, jobId, 0, { newDescription: 'a\u0000' })).toMatchObject({ status: 400 })
  expect(await shown(jobId)).toEqual(['Photo 0'])
})
