import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type SignedHead, signedHead } from '#core/wire/proof.ts'
import { connect, inCompany } from '#ledger/database/connect.ts'
import { append } from '#ledger/log/append.ts'
import { readHead } from '#ledger/log/read.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { type Tampering, tamperWith } from '#test/database/tampering.ts'
import { sampleAppend } from '#test/histories/sample-appends.ts'
import { tamperedLedger } from '#test/histories/tampered-ledger.ts'
import { isWithoutPython, runVerifier } from '#test/proof/run-verifier.ts'
import { type LogFault, verifyInstallationLog } from './installation-log.ts'
import { writeProof } from './proof-file.ts'
import { signNextHead } from './sign-next-head.ts'
import { type HeadKey, headDigest, signHead, thumbprint } from './signed-head.ts'
import { readSignedHeads } from './signed-heads.ts'
import { verifyLedger } from './verify.ts'

const [ann, ben, cal, unsigned] = [uuid(), uuid(), uuid(), uuid()]
/** Whose head has which place in the log, from 1. Each had one event more at each signing. */
const signings = [ann, ben, ann, cal, ben, cal]
const key = newKey()

let database: TestDatabase
let api: pg.Pool
let projector: pg.Pool
let superuser: Tampering
let folder: string

beforeAll(async () => {
  database = await createDatabase()
  api = connect(database.url, 'fettle_api', { max: 4 })
  projector = connect(database.url, 'fettle_projector', { max: 2 })
  superuser = tamperWith(database.url)
  folder = await mkdtemp(join(tmpdir(), 'fettle-log-'))
  for (const one of [unsigned, ann, ben, cal]) await append(api, sampleAppend({ companyId: one }))
  for (const one of signings) {
    await append(api, sampleAppend({ companyId: one }))
    await sign(one)
  }
  for (const table of tables) await superuser.query(`create table kept_${table} as select * from ${table}`)
})
const tables = ['event', 'company_head', 'signed_head', 'installation_head']
afterEach(async () => {
  for (const table of tables)
    await superuser.query(`delete from ${table}; insert into ${table} select * from kept_${table}`)
})
afterAll(async () => {
  await Promise.all([api.end(), projector.end(), superuser.end()])
  await database.drop()
  await rm(folder, { recursive: true })
})

function newKey(): HeadKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const jwk = signedHead.shape.publicKey.parse(publicKey.export({ format: 'jwk' }))
  return { keyId: thumbprint(jwk), privateKey, publicKey: jwk }
}

async function sign(companyId: string): Promise<SignedHead> {
  const head = await readHead(api, companyId)
  if (!head) throw new Error('There is no ledger')
  const { epoch, seq, hash } = head
  return inCompany(api, companyId, (client) =>
    signNextHead(client, key, { companyId, epoch, seq, hash, signedAt: new Date().toISOString() }),
  )
}

/** What verification finds with the database alone: in the log, and in any ledger. */
async function verified(trusted?: readonly string[]) {
  const { fault } = await verifyInstallationLog(projector, trusted)
  const knownHeads = (companyId: string) => readSignedHeads(projector, companyId)
  const heads = async (companyId: string) => (await knownHeads(companyId)).map((one) => one.head)
  const ledgers = await verifyLedger(projector, { knownHeads: heads })
  return {
    fault,
    ledgers: ledgers.flatMap((one) => [one.fault, ...(one.known ?? [])]).filter((one) => one && one !== 'holds'),
  }
}

const deleted = async (companyId: string, ...from: string[]) => {
  for (const table of from) await superuser.query(`delete from ${table} where company_id = $1`, [companyId])
}

/** Changes the actor of the second event, and computes all hashes again. */
async function rewrite(companyId: string) {
  const ledger = tamperedLedger(superuser, companyId)
  await ledger.change(2, { actor_role: 'owner' })
  await ledger.rehash(2)
}

/** Cuts a company's ledger before its last event, sets its head back, and deletes the head that was signed of it. */
async function cut(companyId: string) {
  const { seq = 0 } = (await readHead(api, companyId)) ?? {}
  await superuser.query('delete from event where company_id = $1 and seq = $2', [companyId, seq])
  await superuser.query('delete from signed_head where company_id = $1 and seq = $2', [companyId, seq])
  await tamperedLedger(superuser, companyId).setHead()
}

const documents = async () =>
  (await superuser.query<{ document: SignedHead }>('select document from signed_head order by place')).rows.map((one) =>
    signedHead.parse(one.document),
  )

/** Signs the whole log again from the present ledgers, as a holder of the key can. */
async function forgeLog(forger: HeadKey) {
  let last: SignedHead | undefined
  for (const { head } of await documents()) {
    const rows = await tamperedLedger(superuser, head.companyId).rows()
    const hash = rows[head.seq - 1]?.hash.toString('hex') ?? head.hash
    const log = head.log && { ...head.log, previous: last ? headDigest(last.head) : head.log.previous }
    last = signHead(forger, { ...head, hash, ...(log ? { log } : {}) })
    await superuser.query('update signed_head set document = $1 where place = $2', [last, head.log?.place])
  }
  if (last)
    await superuser.query('update installation_head set digest = $1', [Buffer.from(headDigest(last.head), 'hex')])
}

const setDocument = (place: number, change: string) =>
  superuser.query(`update signed_head set document = jsonb_set(document, ${change}) where place = $1`, [place])

const ledger = ['event', 'company_head']

/** Nothing but the log of signed heads tells of these. */
const tamperings: [kind: string, tamper: () => Promise<unknown>, fault: LogFault][] = [
  ['a deleted company', () => deleted(ann, ...ledger, 'signed_head'), { place: 1, reason: 'missing' }],
  ['a deleted company, signed last', () => deleted(cal, ...ledger, 'signed_head'), { place: 4, reason: 'missing' }],
  ['a deleted ledger', () => deleted(ben, ...ledger), { place: 2, reason: 'company', companyId: ben }],
  ['a deleted company without heads', () => deleted(unsigned, ...ledger), { place: 6, reason: 'companies' }],
  [
    'a deleted company with an empty one in its place',
    async () => {
      await deleted(unsigned, ...ledger)
      await superuser.query('insert into company_head (company_id) values ($1)', [uuid()])
    },
    { place: 6, reason: 'companies' },
  ],
  [
    'a rewritten chain and emptied heads',
    async () => {
      await rewrite(ben)
      await superuser.query('delete from signed_head')
    },
    { place: 1, reason: 'end' },
  ],
  [
    'a rewritten chain and its deleted heads',
    async () => {
      await rewrite(ben)
      await deleted(ben, 'signed_head')
    },
    { place: 2, reason: 'missing' },
  ],
  ['a cut end with its head', () => cut(ben), { place: 5, reason: 'missing' }],
  ['a cut end with the last head', () => cut(cal), { place: 6, reason: 'end' }],
  ['a deleted end of the log', () => superuser.query('delete from installation_head'), { place: 7, reason: 'end' }],
  ['an end set back', () => superuser.query('update installation_head set place = 5'), { place: 7, reason: 'end' }],
  [
    'a changed count',
    () => setDocument(3, `'{head,log,companies}', '1'`),
    { place: 3, reason: 'altered', companyId: ann },
  ],
  ['a head that is no head', () => setDocument(2, `'{head}', '7'`), { place: 2, reason: 'altered', companyId: ben }],
]

test('the log of intact ledgers holds, and names the company count, the key and when it was signed', async () => {
  expect(await verified([key.keyId])).toEqual({ fault: undefined, ledgers: [] })
  const log = await verifyInstallationLog(projector)
  const signedAt = (await documents()).at(-1)?.head.signedAt
  expect(log).toEqual({ heads: 6, older: 0, companies: 4, keyIds: [key.keyId], signedAt })
})

test.each(tamperings)('%s is found with the database alone', async (_, tamper, fault) => {
  await tamper()
  const found = await verified([key.keyId])
  expect(found.fault).toEqual(fault)
  if (!['altered', 'company'].includes(fault.reason)) expect(found.ledgers).toEqual([])
})

test('the verifier in Python finds each of these too, and the intact ledgers intact', async ({ task }) => {
  if (isWithoutPython(task)) return
  const file = async (name: string) => {
    const lines: string[] = []
    await writeProof(projector, async (some) => void lines.push(...some))
    const path = join(folder, `${name}.ndjson`)
    await writeFile(path, `${lines.join('\n')}\n`)
    return path
  }
  expect((await runVerifier([await file('intact'), '--key', key.keyId])).code).toBe(0)
  const files = new Map<string, string>()
  for (const [place, [kind, tamper]] of tamperings.entries()) {
    await tamper()
    files.set(await file(String(place)), kind)
    for (const table of tables)
      await superuser.query(`delete from ${table}; insert into ${table} select * from kept_${table}`)
  }
  const { faults } = await runVerifier([...files.keys(), '--key', key.keyId])
  for (const [path, kind] of files)
    expect(faults.get(path), kind).toMatch(/log of signed heads|signed head in line|its ledger is gone/)
})

test('a place that is not the one that was signed is found', async () => {
  await superuser.query('update signed_head set place = 9 where place = 2')
  expect((await verified()).fault).toEqual({ place: 2, reason: 'missing' })
})

test('a log that was signed anew with another key is found where the right key is known', async () => {
  await rewrite(ben)
  await forgeLog(newKey())
  expect(await verified([key.keyId])).toMatchObject({ fault: { place: 1, reason: 'key' }, ledgers: [] })
  expect(await verified(), 'the limit: anyone can sign').toEqual({ fault: undefined, ledgers: [] })
})

test('the limits of the database alone: the stolen key, an emptied log, and a log that ends earlier', async () => {
  await rewrite(ben)
  await forgeLog(key)
  expect(await verified([key.keyId])).toEqual({ fault: undefined, ledgers: [] })

  await superuser.query('delete from signed_head; delete from installation_head')
  expect(await verified([key.keyId])).toEqual({ fault: undefined, ledgers: [] })
  expect(await verifyInstallationLog(projector)).toMatchObject({ heads: 0, companies: 4 })

  await superuser.query('insert into signed_head select * from kept_signed_head')
  const [first] = await documents()
  await superuser.query('delete from signed_head where place > 1')
  const digest = Buffer.from(first ? headDigest(first.head) : '', 'hex')
  await superuser.query('insert into installation_head values (true, 1, $1)', [digest])
  expect(await verified([key.keyId])).toEqual({ fault: undefined, ledgers: [] })
  expect((await verifyInstallationLog(projector)).signedAt).toBe(first?.head.signedAt)
})

test('a head from before there was a log stays valid, and its deleted ledger is missed', async () => {
  const { epoch, seq, hash } = (await readHead(api, unsigned)) ?? { epoch: 1, seq: 0, hash: '' }
  const old = signHead(key, { companyId: unsigned, epoch, seq, hash, signedAt: '2026-11-20T09:00:00.000Z' })
  const insert = 'insert into signed_head (company_id, epoch, seq, signed_at, document) values ($1, $2, $3, $4, $5)'
  await superuser.query(insert, [unsigned, epoch, seq, old.head.signedAt, old])
  expect(await verified([key.keyId])).toEqual({ fault: undefined, ledgers: [] })
  expect(await verifyInstallationLog(projector)).toMatchObject({ heads: 6, older: 1 })
  await superuser.query("update signed_head set document = jsonb_set(document, '{head,seq}', '9') where place is null")
  expect((await verified()).fault).toEqual({ reason: 'altered', companyId: unsigned })
})

test('heads that are signed at once, of many companies, are one log', async () => {
  const many = Array.from({ length: 8 }, () => uuid())
  for (const companyId of many) await append(api, sampleAppend({ companyId }))
  const signed = await Promise.all(many.map(sign))
  const places = signed.map(({ head }) => head.log?.place ?? 0).toSorted((a, b) => a - b)
  expect(places).toEqual(many.map((_, nth) => signings.length + nth + 1))
  expect(signed.every(({ head }) => head.log?.companies === 12)).toBe(true)
  expect(await verified([key.keyId])).toEqual({ fault: undefined, ledgers: [] })
})

test('the role of the API can neither set the log back nor delete it', async () => {
  const refused = [
    'update installation_head set place = 1',
    'update installation_head set place = place + 2',
    'delete from installation_head',
    'insert into installation_head (only_row, place) values (true, 1)',
  ]
  for (const statement of refused) await expect(api.query(statement), statement).rejects.toThrow()
})
