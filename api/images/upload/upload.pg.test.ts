import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UploadAnswer } from '#core/wire/images.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { type Form, phonePhoto, picture, smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let tom: SignedInTest
let stranger: SignedInTest
let jobId: string
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  tom = await addMember(server, olga, 'team')
  stranger = await server.registerCompany()
  jobId = (await createJob(server, olga)).jobId
})
afterAll(() => server.close())

const uploaded = async (person: SignedInTest, job: string, form: Form): Promise<UploadAnswer> => {
  const answer = await upload(server, person, job, form)
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.json()
}
const jobAt = async (person: SignedInTest, job: string, seq: number) =>
  (await server.call(`${pathTo(paths.job, { jobId: job })}?after=${seq}`, { token: person.token })).json()
const picturesOf = async (url = '') => sharp(await (await server.call(url)).arrayBuffer())
const stored = async ({ user }: SignedInTest) =>
  (await readdir(join(server.services.config.dataFolder, 'images', user.companyId)).catch(() => [])).sort()

test('a 12-megapixel phone photo taken sideways comes out upright, smaller, and without its location', async () => {
  const original = await phonePhoto()
  expect(await sharp(original).metadata()).toMatchObject({ width: 4032, height: 3024, orientation: 6 })
  expect((await sharp(original).metadata()).exif?.toString('latin1')).toContain('Phone')
  const { images, seq, message } = await uploaded(tom, jobId, {
    files: [{ bytes: original }],
    fields: { descriptions: JSON.stringify([' Under the sink ']) },
  })
  expect(message).toBe('Images uploaded successfully!')
  const [image] = images
  expect(image).toMatchObject({ description: 'Under the sink', width: 1920, height: 2560 })
  for (const [url, width, height] of [
    [image?.urls.display, 1920, 2560],
    [image?.urls.thumbnail, 360, 480],
  ] as const) {
    const made = await picturesOf(url)
    const metadata = await made.metadata()
    expect(metadata).toMatchObject({ format: 'webp', width, height })
    for (const kind of ['exif', 'xmp', 'iptc', 'orientation'] as const) expect(metadata[kind]).toBeUndefined()
    // Red is at the top, as the phone was held.
    const { data } = await made
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(data[0]).toBeGreaterThan(180)
  }
  const { job, urls } = await jobAt(tom, jobId, seq)
  expect(job.images).toMatchObject([
    { userId: tom.user.userId, userRole: 'team', src: image?.src, width: 1920, takenAt: '2026-11-20T09:08:41+00:00' },
  ])
  expect(urls[image?.imageId ?? '']).toEqual(image?.urls)
})

test('a retried upload is one image, and another file under the same id is refused', async () => {
  const { jobId } = await createJob(server, olga)
  const form = { files: [{ bytes: await smallPhoto('#123') }], fields: { imageIds: JSON.stringify([uuid()]) } }
  const answers = await Promise.all([1, 2, 3].map(() => uploaded(olga, jobId, form)))
  const again = await uploaded(olga, jobId, form)
  expect(new Set([...answers, again].map((one) => JSON.stringify(one))).size).toBe(1)
  expect((await jobAt(olga, jobId, again.seq)).job.images).toHaveLength(1)
  const before = await stored(olga)
  const other = await upload(server, olga, jobId, { ...form, files: [{ bytes: await smallPhoto('#321') }] })
  expect(other.status).toBe(422)
  expect(await other.json()).toMatchObject({ code: 'command-id-reused' })
  // Its files are removed again; files that other images refer to stay.
  expect(await stored(olga)).toEqual(before)
  const same = { ...form, fields: { imageIds: form.fields.imageIds, descriptions: '["changed"]' } }
  expect((await upload(server, olga, jobId, same)).status).toBe(422)
  expect(await stored(olga)).toEqual(before)
})

test('several photos at once keep their order, and the same photo twice is stored once', async () => {
  const { jobId } = await createJob(server, olga)
  const [a, b] = [await smallPhoto('#001'), await smallPhoto('#002')]
  const before = await stored(olga)
  const { images, seq } = await uploaded(olga, jobId, { files: [{ bytes: a }, { bytes: b }, { bytes: a }] })
  expect(images.map((one) => one.src)).toEqual([images[0]?.src, images[1]?.src, images[0]?.src])
  expect((await jobAt(olga, jobId, seq)).job.images).toHaveLength(3)
  expect(await stored(olga)).toHaveLength(before.length + 4)
})

test('a photo added by one upload stays while another upload of it is refused', async () => {
  const { jobId } = await createJob(server, olga)
  const used = { imageIds: JSON.stringify([uuid()]) }
  await uploaded(olga, jobId, { files: [{ bytes: await smallPhoto('#a00') }], fields: used })
  for (const colour of ['#a01', '#a02', '#a03', '#a04', '#a05']) {
    const files = [{ bytes: await smallPhoto(colour) }]
    const [refused, { images }] = await Promise.all([
      upload(server, olga, jobId, { files, fields: used }),
      uploaded(olga, jobId, { files }),
    ])
    expect(refused.status).toBe(422)
    for (const url of Object.values(images[0]?.urls ?? {})) expect((await server.call(url)).status).toBe(200)
  }
})

test('all photos of an upload are added, or none', async () => {
  const { jobId, seq } = await createJob(server, olga)
  const before = await stored(olga)
  const files = [{ bytes: await smallPhoto('#0a1') }, { bytes: Buffer.from('nothing') }]
  const answer = await upload(server, olga, jobId, { files })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({
    error: 'This file cannot be read as a photo. Send JPEG, PNG or WebP.',
    code: 'not-an-image',
    field: 'images.1',
  })
  expect((await jobAt(olga, jobId, seq)).job.images).toEqual([])
  expect(await stored(olga)).toEqual(before)
})

test('an incomplete form is refused in the specification’s words', async () => {
  const files = [{ bytes: await smallPhoto() }]
  const cases: [Form, number, string][] = [
    [{}, 400, 'Please select at least one file to upload.'],
    [{ files, fields: { username: ' ' } }, 400, 'Username is missing. Please log in again.'],
    [{ files, fields: { userRole: '' } }, 400, 'User role is missing. Please log in again.'],
    [{ files, fields: { jobId: 'no-job' } }, 400, 'Invalid job reference.'],
    [{ files, fields: { jobId: uuid() } }, 404, 'Job not found.'],
    [{ files, fields: { jobId: olga.user.userId } }, 404, 'Job not found.'],
    [{ files, fields: { companyId: stranger.user.companyId } }, 403, 'This is not your company.'],
    [{ files, fields: { imageIds: '["1"]' } }, 400, 'The field imageIds must be a JSON list.'],
    [{ files, fields: { imageIds: '{' } }, 400, 'The field imageIds must be a JSON list.'],
    [
      { files, fields: { imageIds: JSON.stringify([uuid(), uuid()]) } },
      400,
      'The field imageIds must have a different id for each file.',
    ],
    [{ files, fields: { descriptions: '[1]' } }, 400, 'The field descriptions must be a JSON list.'],
    [
      { files, fields: { descriptions: '["a","b"]' } },
      400,
      'The field descriptions has more entries than there are files.',
    ],
    [{ files, fields: { givenAt: '["yesterday"]' } }, 400, 'The field givenAt must be a JSON list.'],
    [{ files, fields: { givenAt: '"2026-11-20T09:00:00Z"' } }, 400, 'The field givenAt must be a JSON list.'],
    [
      { files, fields: { givenAt: '["2026-11-20T09:00:00Z","2026-11-20T09:00:00Z"]' } },
      400,
      'The field givenAt has more entries than there are files.',
    ],
    [{ files, fields: { role: 'owner' } }, 400, 'There is no field called role.'],
  ]
  for (const [form, status, error] of cases) {
    const answer = await upload(server, olga, jobId, form)
    expect([answer.status, (await answer.json()).error]).toEqual([status, error])
  }
})

test('a name and role written into the form are not trusted', async () => {
  const { jobId } = await createJob(server, olga)
  const fields = { username: 'olga', userRole: 'owner' }
  const { seq } = await uploaded(tom, jobId, { files: [{ bytes: await smallPhoto() }], fields })
  expect((await jobAt(olga, jobId, seq)).job.images).toMatchObject([{ userId: tom.user.userId, userRole: 'team' }])
})

test("another company's address is 403, its job is not found, and no upload is accepted without a token", async () => {
  const files = [{ bytes: await smallPhoto() }]
  expect((await upload(server, stranger, jobId, { files })).status).toBe(404)
  expect((await upload(server, stranger, jobId, { files }, olga.user.companyId)).status).toBe(403)
  expect((await upload(server, olga, jobId, { files }, uuid())).status).toBe(403)
  expect((await upload(server, { ...olga, token: 'x.y.z' }, jobId, { files })).status).toBe(401)
  expect(await stored(stranger)).toEqual([])
})

test('a deleted image is gone from the job, while the job as it was still shows it', async () => {
  const { jobId, version } = await createJob(server, olga)
  const { images } = await uploaded(olga, jobId, { files: [{ bytes: await picture(30, 20).png().toBuffer() }] })
  const [image] = images
  const { seq } = await accepted(server, olga, 'DeleteImage', { jobId, imageId: image?.imageId })
  const now = await jobAt(olga, jobId, seq)
  expect([now.job.images, now.urls]).toEqual([[], {}])
  const then = await server.call(`${pathTo(paths.job, { jobId })}?version=${(version ?? 0) + 1}`, { token: olga.token })
  const { urls } = await then.json()
  expect((await server.call(urls[image?.imageId ?? ''].display)).status).toBe(200)
})
