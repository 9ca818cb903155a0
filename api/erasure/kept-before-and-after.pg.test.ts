import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkSealed } from '#core/evidence/check-sealed.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { compareData } from '#ledger/log/chain.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { erasableWith, erasureOf, untilErased } from '#test/server/erasures.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { tools } from '#test/server/sealed-files.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const erase = async ({ token }: SignedInTest, texts: readonly { seq: number; path: string }[]) => {
  expect((await server.call(paths.erasures, { token, body: erasureOf(texts) })).status).toBe(200)
  await untilErased(server)
}

type Line = Record<'digest' | 'hash' | 'previousHash', string> & {
  seq: number
  type: string
  data: unknown
  salt?: string
  erased?: object
}
const readExport = async ({ token }: SignedInTest): Promise<Line[]> =>
  (await (await server.call(`${paths.exportHistory}?format=json`, { token })).json()).events
/** Whether a line's digest matches its data. */
const isOfData = ({ salt = '', data, digest }: Line) => compareData({ salt, data, digest }).holds

test('sealed files and exports made before and after an erasure both verify', async () => {
  const owner = await server.registerCompany()
  const { jobId } = await createJob(server, owner)
  const { seq } = await accepted(server, owner, 'AddNote', { jobId, noteId: uuid(), note: 'Mrs Doyle was out' })
  const pack = async (copy: string) => {
    const path = `${pathTo(paths.jobEvidence, { jobId })}?format=json&notes=yes&copy=${copy}`
    return (await server.call(path, { token: owner.token })).json()
  }
  const [sealed, exported] = [await pack('office'), await readExport(owner)]
  expect(exported.every(isOfData)).toBe(true)
  await erase(owner, [{ seq, path: 'note' }])

  for (const file of [sealed, await pack('office'), await pack('team')]) {
    const check = await checkSealed(file, tools)
    expect(check).toMatchObject({ signed: true })
    expect(check?.fault).toBeUndefined()
  }
  const now = await readExport(owner)
  const [note] = now.toSorted((a, b) => Number(b.seq === seq) - Number(a.seq === seq))
  expect(note).toMatchObject({ seq, data: { note: '[erased]' }, erased: { reason: 'The tenant asked for it' } })
  expect(now.every(isOfData), 'the commitment of the text has taken the place of its salt').toBe(true)
  // The earlier line has the data of the digest, and the place in the chain is unchanged.
  const before = exported.find((one) => one.seq === seq)
  for (const field of ['digest', 'hash', 'previousHash'] as const) expect(note?.[field]).toBe(before?.[field])
  expect(JSON.stringify(now)).not.toContain(before?.salt)
})

test('an erased photo does not come back when a device resends its upload', async () => {
  const owner = await server.registerCompany()
  const { jobId } = await createJob(server, owner)
  const fields = { imageIds: JSON.stringify([uuid()]) }
  const send = async () => {
    const files = [{ bytes: await smallPhoto('#a3c') }]
    return (await upload(server, owner, jobId, { files, fields })).status
  }
  expect(await send()).toBe(200)
  const history = await server.call(pathTo(paths.jobHistory, { jobId }), { token: owner.token })
  const [{ seq }] = (await history.json()).entries
  await erase(owner, (await erasableWith(server, owner, seq)).texts)
  const images = join(server.services.config.dataFolder, 'images', owner.user.companyId)
  expect(await readdir(images)).toEqual([])
  // It missed the response to the first one.
  expect(await send()).toBe(200)
  expect(await readdir(images)).toEqual([])
})
