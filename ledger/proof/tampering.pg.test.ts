import { generateKeyPairSync } from 'node:crypto'
import pLimit from 'p-limit'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type SignedHead, signedHead } from '#core/wire/proof.ts'
import { connect } from '#ledger/database/connect.ts'
import { append } from '#ledger/log/append.ts'
import { firstHash, hashOf, sealData } from '#ledger/log/chain.ts'
import type { EventRow } from '#ledger/log/read.ts'
import { readSignedHead, signHead, thumbprint } from '#ledger/proof/signed-head.ts'
import { type Fault, type Verification, verifyLedger } from '#ledger/proof/verify.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { type Tampering, tamperWith } from '#test/database/tampering.ts'
import { sampleAppend, sampleJobCreation, sampleNote } from '#test/histories/sample-appends.ts'
import { expectFound, objectionsOf } from '#test/reliability/control.ts'
import { count, lengthOf, seedOf } from '#test/reliability/extent.ts'
import { type Random, randomOf } from '#test/simulation/clock/random.ts'

/** The number of companies, each with a small ledger; each kind of tampering is done once to each, at a random place. */
const cases = lengthOf('FETTLE_TAMPERINGS', 10)
const events = 9
vi.setConfig({ testTimeout: 120_000 + cases * 1_000, hookTimeout: 120_000 + cases * 1_000 })
const companies = Array.from({ length: cases }, () => uuid())
const heads = new Map<string, SignedHead>()
let random: Random
beforeEach(({ task }) => {
  random = randomOf(seedOf(task))
})
const dice = (from: number, to: number) => random.between(from, to)
let tampered = 0

let database: TestDatabase
let projector: pg.Pool
let superuser: Tampering
beforeAll(async () => {
  database = await createDatabase()
  const api = connect(database.url, 'fettle_api', { max: 4 })
  projector = connect(database.url, 'fettle_projector', { max: 2 })
  superuser = tamperWith(database.url)
  const atOnce = pLimit(4)
  await Promise.all(
    companies.map((companyId) =>
      atOnce(async () => {
        for (let nth = 0; nth < events / 3; nth += 1) {
          const one = sampleJobCreation({ companyId })
          await append(api, one)
          const notes = [sampleNote(`Résumé nº ${nth} "quoted" \\ 🔧`), sampleNote()]
          await append(api, sampleAppend({ companyId, streamId: one.streamId, expectedVersion: 1, events: notes }))
        }
      }),
    ),
  )
  await api.end()
  await superuser.query('create table kept_event as select * from event')
  await superuser.query('create table kept_head as select * from company_head')
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const jwk = signedHead.shape.publicKey.parse(publicKey.export({ format: 'jwk' }))
  const key = { keyId: thumbprint(jwk), privateKey, publicKey: jwk }
  for (const { companyId, head } of await verifyLedger(projector)) {
    if (head) heads.set(companyId, signHead(key, { companyId, ...head, signedAt: new Date().toISOString() }))
  }
})
afterAll(async () => {
  await Promise.all([projector.end(), superuser.end()])
  await database.drop()
})

/** What verification finds in each company after its ledger was tampered with; the tampering is rolled back afterwards. */
async function foundAfter(tamper: (companyId: string) => Promise<Fault | undefined>) {
  const wanted = new Map<string, Fault | undefined>()
  for (const companyId of companies) wanted.set(companyId, await tamper(companyId))
  tampered += companies.length
  const knownHeads = async (companyId: string) => {
    const savedHead = readSignedHead(JSON.stringify(heads.get(companyId)))
    return savedHead ? [savedHead.head] : []
  }
  const found = await verifyLedger(projector, { knownHeads })
  await superuser.query('delete from event; delete from company_head')
  await superuser.query('insert into event select * from kept_event')
  await superuser.query('insert into company_head select * from kept_head')
  expect(found).toHaveLength(cases)
  return found.map((one) => ({ ...one, wanted: wanted.get(one.companyId) }))
}

async function expectNamed(tamper: (companyId: string) => Promise<Fault>) {
  for (const { fault, wanted } of await foundAfter(tamper)) expect(fault).toEqual(wanted)
}

/** Each is caught by the signed head alone. */
const expectCaughtByHead = (found: Verification[], state: 'differs' | 'gone') => {
  for (const { fault, known } of found) expect({ fault, known }).toEqual({ fault: undefined, known: [state] })
}

const at = (companyId: string, seq: number) => `company_id = '${companyId}' and seq = ${seq}`

const changes: [change: string, reason: Fault['reason']][] = [
  [`data = data || '{"note": "Nobody came."}'`, 'digest'],
  ['salt = sha256(salt)', 'digest'],
  ['digest = sha256(digest)', 'digest'],
  ['actor_id = gen_random_uuid()', 'hash'],
  [`happened_at = happened_at - interval '1 day'`, 'hash'],
  [`recorded_at = recorded_at + interval '1 second'`, 'hash'],
  [`actor_role = 'owner'`, 'hash'],
  ['command_id = gen_random_uuid()', 'hash'],
  ['hash = sha256(hash)', 'hash'],
]

test('a changed event is reported, in every case', async () => {
  await expectNamed(async (companyId) => {
    const [change, reason] = changes[dice(0, changes.length - 1)] ?? ['', 'hash']
    const seq = dice(1, events)
    await superuser.query(`update event set ${change} where ${at(companyId, seq)}`)
    return { seq, reason }
  })
})

/** Shifts the events from a seq onwards by one, up or down. */
const move = async (companyId: string, from: number, by: number) => {
  await superuser.query(`update event set seq = -(seq + $3) where company_id = $1 and seq >= $2`, [companyId, from, by])
  await superuser.query('update event set seq = -seq where company_id = $1 and seq < 0', [companyId])
}

test('a deleted event is reported as missing, whether or not the later ones moved up, in every case', async () => {
  await expectNamed(async (companyId) => {
    const seq = dice(1, events - 1)
    await superuser.query(`delete from event where ${at(companyId, seq)}`)
    if (dice(0, 1)) await move(companyId, seq + 1, -1)
    return { seq, reason: 'missing' }
  })
})

test('an inserted event is reported, with or without a matching hash, in every case', async () => {
  await expectNamed(async (companyId) => {
    const seq = dice(1, events + 1)
    await move(companyId, seq, 1)
    const ledger = await rowsOf(companyId)
    const copy = ledger[dice(0, ledger.length - 1)]
    const before = ledger.find((one) => one.seq === seq - 1)?.hash ?? firstHash
    if (!copy) throw new Error('There is nothing to copy')
    const put = { ...copy, seq, stream_id: uuid(), version: 1, command_id: uuid(), number: null }
    await insert({ ...put, hash: dice(0, 1) ? hashOf(before, put) : copy.hash })
    return { seq, reason: 'inserted' }
  })
})

test('two swapped events are reported, in every case', async () => {
  await expectNamed(async (companyId) => {
    const first = dice(1, events - 1)
    const second = dice(first + 1, events)
    await superuser.query('update event set seq = -($2::bigint + $3 - seq) where company_id = $1 and seq in ($2, $3)', [
      companyId,
      first,
      second,
    ])
    await superuser.query('update event set seq = -seq where company_id = $1 and seq < 0', [companyId])
    return { seq: first, reason: 'swapped', with: second }
  })
})

test('a truncated ledger is reported, in every case', async () => {
  await expectNamed(async (companyId) => {
    const cut = dice(0, events - 1)
    await superuser.query('delete from event where company_id = $1 and seq > $2', [companyId, cut])
    return { seq: cut + 1, reason: 'truncated' }
  })
})

test('a truncated ledger with its head set back is caught only by a signed head, in every case', async () => {
  const found = await foundAfter(async (companyId) => {
    await superuser.query('delete from event where company_id = $1 and seq > $2', [companyId, dice(1, events - 1)])
    await setHead(companyId)
    return undefined
  })
  expectCaughtByHead(found, 'gone')
})

test('a rewritten history with recomputed hashes is caught only by a signed head, in every case', async () => {
  const found = await foundAfter(async (companyId) => {
    const seq = dice(1, events)
    let hash: Buffer = firstHash
    for (const row of await rowsOf(companyId)) {
      if (row.seq === seq) {
        row.data = { ...Object(row.data), [row.type === 'NoteAdded' ? 'note' : 'apartmentName']: 'Nobody came.' }
        const sealed = sealData(row.type === 'NoteAdded' ? 'NoteAdded' : 'JobCreated', row.schema, row.data)
        row.salt = Buffer.from(sealed.salt, 'hex')
        row.digest = Buffer.from(sealed.digest, 'hex')
      }
      const { digest, salt } = row
      hash = hashOf(hash, row)
      if (row.seq < seq) continue
      await superuser.query(
        'update event set data = $3, digest = $4, salt = $5, hash = $6 where company_id = $1 and seq = $2',
        [companyId, row.seq, row.data, digest, salt, hash],
      )
    }
    await setHead(companyId)
    return undefined
  })
  expectCaughtByHead(found, 'differs')
})

test('untouched ledgers verify, against their signed heads too', async ({ task }) => {
  for (const { events: held, fault, known } of await foundAfter(async () => undefined))
    expect({ held, fault, known }).toEqual({ held: events, fault: undefined, known: ['holds'] })
  task.meta.extent = `${count(tampered - cases, 'random tampering')} and ${count(cases, 'untouched ledger')}`
})

test('a tampering that is undone counts as not found', async ({ task }) => {
  const undone = () =>
    expectNamed(async (companyId) => {
      const change = (by: string) =>
        superuser.query(`update event set recorded_at = recorded_at ${by} interval '1 day' where ${at(companyId, 2)}`)
      await change('+')
      await change('-')
      return { seq: 2, reason: 'hash' }
    })
  expectFound(task, 'a tampering that is undone', await objectionsOf(undone))
})

type Row = EventRow & { salt: Buffer; digest: Buffer; hash: Buffer }
const rowsOf = async (companyId: string): Promise<Row[]> =>
  (await superuser.query<Row>('select * from event where company_id = $1 order by seq', [companyId])).rows

async function insert(row: Row) {
  const names = Object.keys(row)
  await superuser.query(
    `insert into event (${names.join(', ')}) values (${names.map((_, nth) => `$${nth + 1}`).join(', ')})`,
    Object.values(row),
  )
}

/** Sets the head to match the events that are there. */
const setHead = (companyId: string) =>
  superuser.query(
    `update company_head h set seq = e.seq, hash = e.hash,
      last_number = (select coalesce(max(number), 0) from event where company_id = $1)
    from (select seq, hash from event where company_id = $1 order by seq desc limit 1) e where h.company_id = $1`,
    [companyId],
  )
