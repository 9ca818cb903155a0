import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#ledger/database/connect.ts'
import { writeProof } from '#ledger/proof/proof-file.ts'
import { companyId as exampleCompany } from '#test/core/given-when-then.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { type Tampering, tamperWith } from '#test/database/tampering.ts'
import { fillBothForms, seqs } from '#test/histories/both-forms.ts'
import { tamperedLedger } from '#test/histories/tampered-ledger.ts'
import { exampleEnd, exampleHeads, exampleLines } from './example-files.ts'
import { exampleRows } from './example-ledger.ts'
import { isWithoutPython, runVerifier } from './run-verifier.ts'

const companies = [uuid(), uuid()]
let database: TestDatabase
let projector: pg.Pool
let superuser: Tampering
let folder: string

beforeAll(async () => {
  database = await createDatabase()
  projector = connect(database.url, 'fettle_projector', { max: 2 })
  superuser = tamperWith(database.url)
  folder = await mkdtemp(join(tmpdir(), 'fettle-proof-'))
  const api = connect(database.url, 'fettle_api', { max: 2 })
  for (const one of companies) await fillBothForms(api, superuser, one)
  await api.end()
  await insertExample()
})
afterAll(async () => {
  await Promise.all([projector.end(), superuser.end()])
  await database.drop()
  await rm(folder, { recursive: true })
})

/** The company of the documentation's example, as a superuser would put it there. */
async function insertExample() {
  const ledger = tamperedLedger(superuser, exampleCompany)
  await superuser.query('insert into company_head (company_id) values ($1)', [exampleCompany])
  for (const { previous: _, ...row } of exampleRows()) await ledger.insert({ ...row, request: Buffer.alloc(32) })
  await ledger.setHead()
  for (const one of exampleHeads())
    await superuser.query('insert into signed_head values ($1, $2, $3, $4, $5, null, $6)', [
      ...[
        one.head.companyId,
        one.head.epoch,
        one.head.seq,
        one.head.signedAt,
        JSON.stringify(one),
        one.head.log?.place,
      ],
    ])
  const { place, digest = '' } = exampleEnd()
  await superuser.query('insert into installation_head values (true, $1, $2)', [place, Buffer.from(digest, 'hex')])
}

async function written(name: string) {
  const file = join(folder, `${name}.ndjson`)
  const lines: string[] = []
  await writeProof(projector, async (some) => void lines.push(...some))
  await writeFile(file, `${lines.join('\n')}\n`)
  return file
}

test('the example in the documentation is what is written of such a ledger', async () => {
  const lines = (await readFile(await written('example'), 'utf8')).trim().split('\n')
  const ofExample = lines.map((one) => JSON.parse(one)).filter((one) => JSON.stringify(one).includes(exampleCompany))
  expect(ofExample).toEqual(exampleLines().slice(2, -1))
  expect(JSON.parse(lines[1] ?? '')).toEqual(exampleLines()[1])
})

/** Each is done to the first company, undone afterwards, and found at the seq. */
const tamperings: [kind: string, statement: string, seq: number][] = [
  ['price', `update event set data = data || '{"price": 1}' where seq = ${seqs.price}`, seqs.price],
  ['note', `update event set data = data || '{"note": "Nobody came"}' where seq = ${seqs.note2}`, seqs.note2],
  ['actor', 'update event set actor_id = null where seq = 2', 2],
  ['time', `update event set happened_at = happened_at - interval '1 ms' where seq = ${seqs.last}`, seqs.last],
  ['deleted', 'delete from event where seq = 3', 3],
  ['cut', `delete from event where seq > 7`, 7],
  ['unerased', `delete from event where seq >= ${seqs.erasure}`, seqs.erased1],
]

test('the verifier in Python finds a database of three companies intact, and each tampering with it at its company and seq', async ({
  task,
}) => {
  if (isWithoutPython(task)) return
  const intact = await runVerifier([await written('intact')])
  expect(intact).toMatchObject({ code: 0, errors: '' })
  expect(intact.out).toContain(`3 companies, ${2 * seqs.last + exampleRows().length} events, 3 signed heads`)
  await superuser.query('create table kept as select * from event')
  const [companyId = ''] = companies
  const wanted = new Map<string, number>()
  for (const [kind, statement, seq] of tamperings) {
    await superuser.query(`${statement} and company_id = '${companyId}'`)
    wanted.set(await written(kind), seq)
    await superuser.query('delete from event')
    await superuser.query('insert into event select * from kept')
  }
  const { code, faults } = await runVerifier([...wanted.keys()])
  expect(code).toBe(1)
  for (const [file, seq] of wanted) expect(faults.get(file), file).toMatch(new RegExp(`^${companyId}: seq ${seq}\\b`))
})
