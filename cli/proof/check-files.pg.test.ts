import { appendFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyOf } from '#api/image-store/image-paths.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { readEvents } from '#ledger/log/read.ts'
import { runFettle } from '#test/faults/fettle-process.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { attached, smallPdf } from '#test/server/uploads/attached-files.ts'
import { sendLogo, smallLogo } from '#test/server/uploads/logos.ts'
import { checkFiles } from './check-files.ts'

let server: TestServer
let owner: SignedInTest
beforeAll(async () => {
  server = await startServer()
  owner = await server.registerCompany()
  const { jobId } = await createJob(server, owner)
  const colours = ['#864', '#468', '#684']
  const files = await Promise.all(colours.map(async (colour) => ({ bytes: await smallPhoto(colour) })))
  await upload(server, owner, jobId, { files })
  const [onJob, ofOffice, atSite] = ['Certificate', 'Quote', 'Floor plan'].map((text) => [
    { bytes: smallPdf(text), name: `${text}.pdf` },
  ])
  const siteId = uuid()
  await accepted(server, owner, 'AddSite', { siteId, name: '14 Marlowe Court' })
  await attached(server, owner, jobId, onJob ?? [], { forTeam: true })
  await attached(server, owner, jobId, ofOffice ?? [])
  await attached(server, owner, '', atSite ?? [], { jobId: undefined, siteId })
  const set = await sendLogo(server, owner, await smallLogo())
  if (!set.ok) throw new Error(await set.text())
})
afterAll(() => server.close())

test('a photo, attached file or logo whose file was exchanged or deleted is found with its event, and verify fails', async () => {
  const { services } = server
  const { databaseUrl, dataFolder } = services.config
  const { companyId } = owner.user
  const check = () => checkFiles(services.overviewPool, services.images.files, [companyId])
  expect(await check()).toEqual({ checked: 7, faults: [] })
  const { ledgerPool } = services
  const events = await inCompany(ledgerPool, companyId, (client) => readEvents(client, companyId, 0, 100))
  const added = events.flatMap(({ type, data }) => ('src' in data ? [{ type, src: data.src }] : []))
  expect(added.map(({ type }) => type)).toEqual([
    ...['ImageAdded', 'ImageAdded', 'ImageAdded'],
    ...['AttachmentAdded', 'OfficeAttachmentAdded', 'OfficeSiteFileAdded', 'LogoSet'],
  ])
  const fileOf = (src: string) => join(dataFolder, 'images', keyOf(src))
  const srcs = added.map(({ src }) => src)
  const [exchanged = '', deleted = '', , certificate = '', , plan = '', logo = ''] = srcs
  await writeFile(fileOf(exchanged), await smallPhoto('#f00'))
  for (const one of [deleted, plan]) await rm(fileOf(one))
  for (const one of [certificate, logo]) await appendFile(fileOf(one), ' ')
  const faults = [
    ...[
      [exchanged, 'differs'],
      [deleted, 'missing'],
      [certificate, 'differs'],
      [plan, 'missing'],
      [logo, 'differs'],
    ],
  ].map(([src, state]) => expect.objectContaining({ companyId, src, state }))
  const done = await runFettle(['verify', '--files', '--json'], { DATABASE_URL: databaseUrl, FETTLE_DATA: dataFolder })
  expect({ code: done.code, files: JSON.parse(done.out).files }).toEqual({ code: 1, files: { checked: 7, faults } })
})
