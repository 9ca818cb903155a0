import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AttachmentAddress } from '#core/wire/jobs/attachments.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { erasableWith, erasureOf, foundIn, untilErased } from '#test/server/erasures.ts'
import { startServer, type TestServer } from '#test/server/server.ts'
import { attached, smallPdf } from '#test/server/uploads/attached-files.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('an erased file of a job is gone with its name, wherever it was given to', async () => {
  const owner = await server.registerCompany()
  const { token } = owner
  const { jobId } = await createJob(server, owner)
  const given = [{ bytes: smallPdf('Letter of Odalys Quimby'), name: 'Odalys Quimby.pdf' }]
  const { files, seq } = await attached(server, owner, jobId, given)
  const fileId = files[0]?.fileId ?? ''
  await accepted(server, owner, 'ShareAttachment', { jobId, fileId })
  const address: AttachmentAddress = await (
    await server.call(pathTo(paths.jobAttachment, { jobId, fileId }), { token })
  ).json()
  expect((await server.call(address.url)).status).toBe(200)
  const stored = join(server.services.config.dataFolder, 'images', owner.user.companyId)
  expect(await readdir(stored)).not.toEqual([])

  const { texts } = await erasableWith(server, owner, seq)
  expect(new Set(texts.map(({ field }) => field))).toEqual(new Set(['src', 'name']))
  expect((await server.call(paths.erasures, { token, body: erasureOf(texts) })).status).toBe(200)
  await untilErased(server)

  expect((await readdir(stored, { withFileTypes: true })).filter((one) => one.isFile())).toEqual([])
  expect((await server.call(address.url)).status).toBe(404)
  expect(await foundIn(server, ['Odalys', 'Quimby'])).toEqual([])
  const { job } = await (await server.call(pathTo(paths.job, { jobId }), { token })).json()
  expect(job.attachments).toMatchObject([{ fileId, name: '[erased]', src: '[erased]' }])
})
