import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AttachmentAddress } from '#core/wire/jobs/attachments.ts'
import type { SiteFilesAnswer } from '#core/wire/jobs/sites.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { erasableWith, erasureOf, foundIn, untilErased } from '#test/server/erasures.ts'
import { addMember } from '#test/server/people.ts'
import { phonePhoto } from '#test/server/photo-uploads.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { attach, attached, type GivenFile, smallPdf } from '#test/server/uploads/attached-files.ts'

let server: TestServer
let olga: SignedInTest
let tom: SignedInTest
let stranger: SignedInTest
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  tom = await addMember(server, olga, 'team')
  stranger = await server.registerCompany()
})
afterAll(() => server.close())

const toSite = (siteId: string, over: object = {}) => ({ jobId: undefined, siteId, ...over })
const attachedTo = (siteId: string, files: readonly GivenFile[], over = {}) =>
  attached(server, olga, '', files, toSite(siteId, over))
const filesOf = async ({ token }: SignedInTest, siteId: string, after = 0, page = 1) => {
  const answer = await server.call(`${pathTo(paths.siteFiles, { siteId })}?after=${after}&page=${page}`, { token })
  return { status: answer.status, body: (await answer.json()) as SiteFilesAnswer }
}
const namesOf = async (person: SignedInTest, siteId: string, after = 0) =>
  (await filesOf(person, siteId, after)).body.files?.map(({ name, isForTeam }) => ({ name, isForTeam }))
const ask = ({ token }: SignedInTest, siteId: string, fileId: string) =>
  server.call(pathTo(paths.siteFile, { siteId, fileId }), { token })

test('the office attaches files to a site that only a job has named, gives one to the team and takes it back', async () => {
  const { jobId, seq: at } = await createJob(server, olga, { apartmentName: 'Flat 3' })
  const of = `${pathTo(paths.siteOfJob, { jobId })}?after=${at}`
  const { site } = await (await server.call(of, { token: olga.token })).json()
  const { siteId } = site
  const pair = [
    { bytes: smallPdf('Plan'), name: 'Plan.pdf' },
    { bytes: smallPdf('Survey'), name: 'Survey.pdf.exe' },
  ]
  const { files, seq } = await attachedTo(siteId, pair)
  const again = await attachedTo(
    siteId,
    pair.map((one, at) => ({ ...one, fileId: files[at]?.fileId ?? '' })),
  )
  expect(again.files).toMatchObject(files)
  expect(await namesOf(olga, siteId, seq)).toEqual([
    { name: 'Survey.pdf.exe.pdf', isForTeam: false },
    { name: 'Plan.pdf', isForTeam: false },
  ])
  expect((await filesOf(tom, siteId, seq)).body).toMatchObject({ files: [], totalResults: 0 })
  const fileId = files[0]?.fileId ?? ''
  expect((await ask(tom, siteId, fileId)).status).toBe(404)
  expect((await ask(stranger, siteId, fileId)).status).toBe(404)
  expect((await filesOf(stranger, siteId)).status).toBe(404)
  expect((await attach(server, tom, '', pair, toSite(siteId))).status).toBe(403)
  expect((await attach(server, stranger, '', pair, toSite(siteId))).status).toBe(404)
  expect((await attach(server, olga, jobId, pair, { siteId })).status).toBe(400)
  expect((await attach(server, olga, '', pair, toSite(uuid()))).status).toBe(404)
  const [guess] = await sendCommands(server, tom, command('ShareSiteFile', { siteId, fileId }))
  expect(guess).toMatchObject({ status: 'refused', code: 'office-only' })

  const share = await accepted(server, olga, 'ShareSiteFile', { siteId, fileId })
  expect(await namesOf(tom, siteId, share.seq)).toEqual([{ name: 'Plan.pdf', isForTeam: true }])
  const { url }: AttachmentAddress = await (await ask(tom, siteId, fileId)).json()
  expect(Buffer.from(await (await server.call(url)).arrayBuffer())).toEqual(smallPdf('Plan'))
  const exported = (await server.call(`${paths.exportSites}?after=${share.seq}`, { token: tom.token })).text()
  expect(await exported).toContain('Plan.pdf')
  expect(await exported).not.toContain('Survey')
  const back = await accepted(server, olga, 'TakeBackSiteFile', { siteId, fileId })
  expect((await server.call(url)).status).toBe(404)
  expect(await namesOf(tom, siteId, back.seq)).toEqual([])
  const more = Array.from({ length: 10 }, (_, nth) => ({ bytes: smallPdf(`More ${nth}`), name: `More ${nth}.pdf` }))
  const { seq: last } = await attachedTo(siteId, more)
  const [first, second, beyond] = await Promise.all([1, 2, 9].map((page) => filesOf(olga, siteId, last, page)))
  expect(first?.body).toMatchObject({ totalPages: 2, totalResults: 12 })
  expect(second?.body.files.map((one) => one.name)).toEqual(['Plan.pdf', 'Survey.pdf.exe.pdf'])
  expect(beyond?.body).toEqual(second?.body)
  const history = await server.call(`${paths.history}?after=${back.seq}&site=Flat+3`, { token: olga.token })
  expect(await history.text()).toMatch(/took back a file from the team: Plan.pdf.*attached a file for the office/s)
})

test('a merge takes the files of a site along, and its undo brings them back', async () => {
  const [one, other] = [uuid(), uuid()]
  await accepted(server, olga, 'AddSite', { siteId: one, name: 'Ashdown 3' })
  await accepted(server, olga, 'AddSite', { siteId: other, name: 'Flat 3, Ashdown House' })
  const { files } = await attachedTo(one, [{ bytes: smallPdf('Keys'), name: 'Keys.pdf' }], { forTeam: true })
  await attachedTo(other, [{ bytes: smallPdf('Lease'), name: 'Lease.pdf' }])
  const { seq } = await accepted(server, olga, 'MergeSite', { siteId: one, into: other })
  expect((await filesOf(olga, other, seq)).body.files).toMatchObject([
    { name: 'Lease.pdf', siteId: other },
    { name: 'Keys.pdf', siteId: one, isForTeam: true },
  ])
  expect(await namesOf(olga, one, seq)).toEqual([])
  const exported = await server.call(`${paths.exportSites}?after=${seq}`, { token: olga.token })
  expect(await exported.text()).toContain('Keys.pdf; Lease.pdf')
  expect(await namesOf(tom, other, seq)).toEqual([{ name: 'Keys.pdf', isForTeam: true }])
  expect((await attach(server, olga, '', [{ bytes: smallPdf(), name: 'New.pdf' }], toSite(one))).status).toBe(409)
  const taken = await accepted(server, olga, 'TakeBackSiteFile', { siteId: one, fileId: files[0]?.fileId })
  expect(await namesOf(tom, other, taken.seq)).toEqual([])
  const undone = await accepted(server, olga, 'UndoSiteMerge', { siteId: one })
  expect(await namesOf(olga, one, undone.seq)).toEqual([{ name: 'Keys.pdf', isForTeam: false }])
  expect(await namesOf(olga, other, undone.seq)).toEqual([{ name: 'Lease.pdf', isForTeam: false }])
})

test('a photo of a site is kept small and without its place, shown to whom it was given, and the same for a retry', async () => {
  const siteId = uuid()
  await accepted(server, olga, 'AddSite', { siteId, name: 'Marlowe Court' })
  const given = { bytes: await phonePhoto(), name: 'Front door.JPG', fileId: uuid() }
  const { files, seq } = await attachedTo(siteId, [given])
  expect(files).toMatchObject([{ name: 'Front door.webp', kind: 'photo' }])
  expect((await attachedTo(siteId, [given])).files).toMatchObject(files)
  expect((await ask(tom, siteId, given.fileId)).status).toBe(404)
  await accepted(server, olga, 'ShareSiteFile', { siteId, fileId: given.fileId })
  expect((await filesOf(olga, siteId, seq)).body.totalResults).toBe(1)
  const { url }: AttachmentAddress = await (await ask(tom, siteId, given.fileId)).json()
  const shown = await server.call(url)
  expect(shown.headers.get('content-type')).toBe('image/webp')
  expect(shown.headers.get('content-security-policy')).toContain('sandbox')
  const bytes = Buffer.from(await shown.arrayBuffer())
  expect(bytes.length).toBe(files[0]?.size)
  const { width, height, exif } = await sharp(bytes).metadata()
  expect(exif).toBeUndefined()
  expect(Math.max(width, height)).toBeLessThan(3_000)
  const broken = { bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), name: 'Broken.jpg' }
  const refusal = await attach(
    server,
    olga,
    '',
    [{ bytes: smallPdf('Plan'), name: 'Plan.pdf' }, broken],
    toSite(siteId),
  )
  expect(refusal.status).toBe(400)
  expect(await refusal.json()).toMatchObject({
    error: 'This file cannot be read as a JPEG, PNG or WebP photo.',
    field: 'files.1',
  })
  expect((await filesOf(olga, siteId)).body.totalResults).toBe(1)
})

test('an erased file of a site is gone with its name, wherever it was given to', async () => {
  const owner = await server.registerCompany()
  const { token } = owner
  const siteId = uuid()
  await accepted(server, owner, 'AddSite', { siteId, name: 'Ashdown Yard' })
  const given = [{ bytes: smallPdf('Letter of Odalys Quimby'), name: 'Odalys Quimby.pdf' }]
  const { files, seq } = await attached(server, owner, '', given, toSite(siteId, { forTeam: true }))
  const fileId = files[0]?.fileId ?? ''
  const { url }: AttachmentAddress = await (await ask(owner, siteId, fileId)).json()
  expect((await server.call(url)).status).toBe(200)
  const { texts } = await erasableWith(server, owner, seq)
  expect(new Set(texts.map(({ field }) => field))).toEqual(new Set(['src', 'name']))
  expect((await server.call(paths.erasures, { token, body: erasureOf(texts) })).status).toBe(200)
  await untilErased(server)
  const stored = join(server.services.config.dataFolder, 'images', owner.user.companyId)
  expect((await readdir(stored, { withFileTypes: true })).filter((one) => one.isFile())).toEqual([])
  expect((await server.call(url)).status).toBe(404)
  expect(await foundIn(server, ['Odalys', 'Quimby'])).toEqual([])
  expect(await namesOf(owner, siteId)).toEqual([{ name: '[erased]', isForTeam: true }])
})
