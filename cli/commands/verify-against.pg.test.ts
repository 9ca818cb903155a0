import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { tamperWith } from '#test/database/tampering.ts'
import { runFettle } from '#test/faults/fettle-process.ts'
import { isWithoutPython, runVerifier } from '#test/proof/run-verifier.ts'
import { createJob } from '#test/server/commands.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let owner: SignedInTest
let folder: string
const heads: string[] = []
beforeAll(async () => {
  server = await startServer()
  owner = await server.registerCompany()
  folder = await mkdtemp(join(tmpdir(), 'fettle-heads-'))
  for (const nth of [1, 2]) {
    const answer = await server.call(paths.proof, { token: owner.token })
    heads.push(await answer.text())
    await writeFile(join(folder, `${nth}.json`), heads.at(-1) ?? '')
    await createJob(server, owner)
  }
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

async function verify(...options: string[]) {
  const { databaseUrl, dataFolder } = server.services.config
  const done = await runFettle(['verify', '--json', ...options], { DATABASE_URL: databaseUrl, FETTLE_DATA: dataFolder })
  const { against = [] } = JSON.parse(done.out)
  return { code: done.code, states: against.map((one: { state: string }) => one.state) }
}

test('a ledger still contains its saved heads, named as files or as a folder', async () => {
  expect(await verify('--against', folder)).toEqual({ code: 0, states: ['holds', 'holds'] })
  expect(await verify('--against', join(folder, '2.json'))).toEqual({ code: 0, states: ['holds'] })
})

test('the log is written to a file that the verifier in Python checks, alone and against saved heads', async ({
  task,
}) => {
  const { databaseUrl, dataFolder } = server.services.config
  const file = join(folder, 'ledger.ndjson')
  const done = await runFettle(['proof', file, '--json'], { DATABASE_URL: databaseUrl, FETTLE_DATA: dataFolder })
  expect(JSON.parse(done.out)).toMatchObject({ companies: 1, signedHeads: 2 })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  if (isWithoutPython(task)) return
  const { keyId } = JSON.parse(heads[0] ?? '').head
  const saved = [join(folder, '1.json'), join(folder, '2.json')]
  expect(await runVerifier([file, ...saved, '--key', keyId])).toMatchObject({ code: 0, errors: '' })
  // One key in 64 has an id that begins like an option.
  const foreign = await runVerifier([...saved, '--key', '-another'])
  expect(foreign).toMatchObject({ code: 1, errors: '', out: expect.stringContaining('which is not trusted') })
  const other = join(folder, 'company.ndjson')
  await runFettle(['proof', other, '--company', owner.user.companyId], { DATABASE_URL: databaseUrl })
  const lines = (await readFile(file, 'utf8')).split('\n')
  expect(lines[1]).toContain('"line":"installation"')
  expect(await readFile(other, 'utf8')).toBe(lines.toSpliced(1, 1).join('\n'))
})

test('without saved heads, verify says that it had nothing outside to hold the ledger against', async () => {
  const { databaseUrl, dataFolder } = server.services.config
  const settings = { DATABASE_URL: databaseUrl, FETTLE_DATA: dataFolder }
  const alone = await runFettle(['verify'], settings)
  expect(alone).toMatchObject({ code: 0, out: expect.stringContaining('Nothing outside this database was compared') })
  expect((await runFettle(['verify', '--against', folder], settings)).out).not.toContain('Nothing outside')
})

test('verify alone names what is missing from the log of signed heads', async () => {
  const { databaseUrl, dataFolder } = server.services.config
  const settings = { DATABASE_URL: databaseUrl, FETTLE_DATA: dataFolder }
  const intact = await runFettle(['verify'], settings)
  expect(intact.out).toMatch(
    /^Log of signed heads: all 2 are there in order, the last of them signed at \S+Z, and so is the company\.$/m,
  )
  const client = tamperWith(server.database.url)
  await client.query(`
    create table kept_head as select * from signed_head;
    delete from signed_head where place = 1`)
  const missing = await runFettle(['verify'], settings)
  expect(missing).toMatchObject({ code: 1, out: expect.stringContaining('Log of signed heads: head 1 is missing.') })
  await client.query('delete from signed_head; insert into signed_head select * from kept_head')
  await client.end()
  const foreign = await runFettle(['verify', '--key', 'another'], settings)
  expect(foreign).toMatchObject({ code: 1, out: expect.stringContaining('which is not trusted') })
})

test('an altered file and an untrusted key are reported with a failing exit code', async () => {
  const file = join(folder, 'changed.txt')
  await writeFile(file, heads[0]?.replace(/"seq": \d+/, '"seq": 3') ?? '')
  expect(await verify('--against', join(folder, '1.json'), file)).toEqual({ code: 1, states: ['holds', 'unreadable'] })
  expect(await verify('--against', folder, '--key', '-another')).toEqual({ code: 1, states: ['foreign', 'foreign'] })
})

test('without a key in the data folder, the key to trust must be named: anyone can sign a head', async () => {
  const { databaseUrl } = server.services.config
  const elsewhere = { DATABASE_URL: databaseUrl, FETTLE_DATA: join(folder, 'elsewhere') }
  const unnamed = await runFettle(['verify', '--against', folder], elsewhere)
  expect(unnamed).toMatchObject({ code: 1, errors: expect.stringContaining('--key') })
  const keyOption = ['--key', JSON.parse(heads[0] ?? '').head.keyId]
  expect(await runFettle(['verify', '--against', folder, ...keyOption], elsewhere)).toMatchObject({ code: 0 })
})

test('a ledger truncated before a head is distinguished from a chain that breaks before it', async () => {
  const client = tamperWith(server.database.url)
  const { seq } = JSON.parse(heads[1] ?? '').head
  await client.query(`
    delete from event where seq >= ${seq};
    update company_head h set seq = e.seq, hash = e.hash, last_number = (select coalesce(max(number), 0) from event)
      from event e where e.seq = ${seq} - 1`)
  expect(await verify('--against', folder)).toEqual({ code: 1, states: ['holds', 'gone'] })
  await client.query('update event set hash = sha256(hash) where seq = 1')
  await client.end()
  expect(await verify('--against', folder)).toEqual({ code: 1, states: ['unproven', 'unproven'] })
})
