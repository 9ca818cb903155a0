import { generateKeyPairSync } from 'node:crypto'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { erasedText } from '#core/model/erased-text.ts'
import { isOfForm2 } from '#core/proof/data-digest.ts'
import { type SignedHead, signedHead } from '#core/wire/proof.ts'
import { connect } from '#ledger/database/connect.ts'
import { digestOf, hashOf, sealData } from '#ledger/log/chain.ts'
import { tap } from '#test/core/job-events.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { type Tampering, tamperWith } from '#test/database/tampering.ts'
import { fillBothForms, seqs } from '#test/histories/both-forms.ts'
import { remainsInForm1, rowAt, tamperedLedger } from '#test/histories/tampered-ledger.ts'
import { signHead, thumbprint } from './signed-head.ts'
import { type Fault, verifyLedger } from './verify.ts'

const [companyId, neighbour] = [uuid(), uuid()]
const positions = [1, seqs.note2, seqs.last]

let database: TestDatabase
let api: pg.Pool
let projector: pg.Pool
let superuser: Tampering
let head: SignedHead['head']
let ledger: ReturnType<typeof tamperedLedger>

beforeAll(async () => {
  database = await createDatabase()
  api = connect(database.url, 'fettle_api', { max: 2 })
  projector = connect(database.url, 'fettle_projector', { max: 2 })
  superuser = tamperWith(database.url)
  ledger = tamperedLedger(superuser, companyId)
  for (const one of [neighbour, companyId]) await fillBothForms(api, superuser, one)
  await superuser.query('create table kept_event as select * from event')
  await superuser.query('create table kept_head as select * from company_head')
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const jwk = signedHead.shape.publicKey.parse(publicKey.export({ format: 'jwk' }))
  const [found] = await verifyLedger(projector, { companyId })
  if (!found?.head) throw new Error('The ledger has no head')
  const signed = { companyId, ...found.head, signedAt: new Date().toISOString() }
  head = signHead({ keyId: thumbprint(jwk), privateKey, publicKey: jwk }, signed).head
})
afterAll(async () => {
  await Promise.all([api.end(), projector.end(), superuser.end()])
  await database.drop()
})
beforeEach(async () => {
  await superuser.query(`delete from event; delete from company_head;
    insert into event select * from kept_event; insert into company_head select * from kept_head`)
})

const stored = async (seq: number) => rowAt(await ledger.rows(), seq)

/** What verification says of the ledger: alone, and beside the head that was signed before. */
async function verified() {
  const knownHeads = async (company: string) => (company === companyId ? [head] : [])
  const all = await verifyLedger(projector, { knownHeads })
  expect(all.find((one) => one.companyId === neighbour)?.fault, 'the other company is untouched').toBeUndefined()
  const [found] = await verifyLedger(projector, { companyId, knownHeads })
  return { fault: found?.fault, known: found?.known?.[0] }
}

test('the ledger of these tests is intact, with erasures of both forms, and holds its signed head', async () => {
  expect(await verified()).toEqual({ fault: undefined, known: 'holds' })
  const rows = await ledger.rows()
  const of2 = rows.filter((row) => isOfForm2(row.digest.toString('hex'))).map((row) => row.seq)
  expect(of2).toEqual([1, seqs.note2, seqs.erased2, seqs.last])
  expect(rows.filter((row) => JSON.stringify(row.data).includes(erasedText)).map((row) => row.seq)).toEqual([5, 6])
})

const set = (assignment: string) => (seq: number) =>
  superuser.query(`update event set ${assignment} where company_id = $1 and seq = $2`, [companyId, seq])

type Kind = [kind: string, tamper: (seq: number) => Promise<unknown>, reason: Fault['reason']]

/** What changes one field of one event, and how it is reported at whatever position. */
const fields: Kind[] = [
  ['data', set(`data = data || '{"extra": 1}'`), 'digest'],
  ['salt', set('salt = set_byte(salt, 0, get_byte(salt, 0) # 1)'), 'digest'],
  ['digest', set('digest = set_byte(digest, 20, get_byte(digest, 20) # 1)'), 'digest'],
  ['hash', set('hash = set_byte(hash, 0, get_byte(hash, 0) # 1)'), 'hash'],
  ['type', set(`type = 'NoteDeleted'`), 'hash'],
  ['schema', set('schema = schema + 1'), 'hash'],
  ['actor', set('actor_id = gen_random_uuid()'), 'hash'],
  ['actor, removed', set('actor_id = null'), 'hash'],
  ['role', set(`actor_role = 'team'`), 'hash'],
  ['time on the device', set(`happened_at = happened_at - interval '1 day'`), 'hash'],
  ['time of recording', set(`recorded_at = recorded_at - interval '1 millisecond'`), 'hash'],
  ['clock', set(`clock = 'server'`), 'hash'],
  ['stream', set('stream_id = gen_random_uuid()'), 'hash'],
  ['kind of stream', set(`stream = 'part'`), 'hash'],
  ['version', set('version = version + 100'), 'hash'],
  ['job number', set('number = coalesce(number, 0) + 1'), 'hash'],
  ['command', set('command_id = gen_random_uuid()'), 'hash'],
  ['place in its command', set('ordinal = ordinal + 1'), 'hash'],
]

describe.each(positions)('at seq %s', (seq) => {
  test.each(fields)('a changed %s is found', async (_, tamper, reason) => {
    await tamper(seq)
    const { fault } = await verified()
    expect(fault).toEqual({ seq, reason })
  })

  test('a deleted event is found', async () => {
    await superuser.query('delete from event where company_id = $1 and seq = $2', [companyId, seq])
    expect((await verified()).fault).toEqual({ seq, reason: seq === seqs.last ? 'truncated' : 'missing' })
  })

  test('an event that was moved to another company is found', async () => {
    await superuser.query(
      'update event set company_id = $3, version = version + 100 where company_id = $1 and seq = $2',
      [companyId, seq, uuid()],
    )
    const [found] = await verifyLedger(projector, { companyId })
    expect(found?.fault).toEqual({ seq, reason: seq === seqs.last ? 'truncated' : 'missing' })
  })

  test('a duplicated event is found, with a hash that fits', async () => {
    const row = await stored(seq)
    await ledger.move(seq + 1, 1)
    const copy = { ...row, seq: seq + 1, version: 100, command_id: uuid() }
    await ledger.insert({ ...copy, hash: hashOf(row.hash, copy) })
    expect((await verified()).fault).toMatchObject({ seq: seq + 1 })
  })

  test('a tail that was rewritten with all hashes contradicts the signed head, and nothing within the ledger', async () => {
    await set(`happened_at = happened_at - interval '1 day'`)(seq)
    await ledger.rehash(seq)
    expect(await verified()).toEqual({ fault: undefined, known: 'differs' })
  })

  test('a cut end with its head set back contradicts the signed head, and nothing within the ledger', async () => {
    await superuser.query('delete from event where company_id = $1 and seq >= $2', [
      companyId,
      Math.max(seq, seqs.laterPrice),
    ])
    await ledger.setHead()
    expect(await verified()).toEqual({ fault: undefined, known: 'gone' })
  })
})

test.each([1, 3, 8])('two swapped events are found, the first of them at seq %s', async (seq) => {
  await superuser.query(
    'update event set seq = -(2 * $2::bigint + 1 - seq) where company_id = $1 and seq in ($2::bigint, $2::bigint + 1)',
    [companyId, seq],
  )
  await superuser.query('update event set seq = -seq where company_id = $1 and seq < 0', [companyId])
  expect((await verified()).fault).toMatchObject({ reason: 'swapped', with: seq + 1 })
})

test('a company whose events and head were deleted contradicts its signed head, and nothing within the ledger', async () => {
  await superuser.query('delete from event where company_id = $1', [companyId])
  await superuser.query('delete from company_head where company_id = $1', [companyId])
  expect(await verified()).toEqual({ fault: undefined, known: 'gone' })
})

describe.each([seqs.price, seqs.laterPrice])(
  'a price at seq %s that was rewritten behind a forged erasure is found',
  (seq) => {
    const rewrite = async (texts: readonly string[]) => {
      const { change, told } = remainsInForm1(seq, { taskId: tap.taskId, price: 1 }, texts)
      await ledger.change(seq, change)
      await ledger.forgeErasure([told])
    }
    test.each([[[]], [['price']], [['taskId']], [['note']]])('naming the texts %j', async (texts) => {
      await rewrite(texts)
      expect((await verified()).fault).toEqual({ seq, reason: 'digest' })
    })
    test('with the erased word in it', async () => {
      const { change, told } = remainsInForm1(seq, { taskId: tap.taskId, price: 1, note: erasedText }, ['note'])
      await ledger.change(seq, change)
      await ledger.forgeErasure([told])
      expect((await verified()).fault).toEqual({ seq, reason: 'digest' })
    })
  },
)

describe.each([
  ['form 1', seqs.note1, 'digest'],
  ['form 2', seqs.note2, 'digest'],
  ['form 2, the first event', 1, 'digest'],
  ['form 2, the last event', seqs.last, 'digest'],
] as const)('of an event of %s', (form, seq, reason) => {
  const path = seq === 1 ? 'apartmentName' : 'note'
  test.each([
    ['no texts', []],
    ['a text that is not there', ['reason']],
    ['an id', ['noteId']],
  ])('a forged erasure of %s that hides other words is found', async (_, texts) => {
    const { data } = await stored(seq)
    const { change, told } = remainsInForm1(seq, { ...Object(data), [path]: 'Nobody came.' }, texts)
    await ledger.change(seq, change)
    await ledger.forgeErasure([told])
    expect((await verified()).fault).toEqual({ seq, reason })
  })

  test('a forged erasure of its text that leaves the text or other words is found', async () => {
    const { data } = await stored(seq)
    for (const words of ['Nobody came.', Object(data)[path]]) {
      const { change, told } = remainsInForm1(seq, { ...Object(data), [path]: words }, [path])
      await ledger.change(seq, change)
      await ledger.forgeErasure([told])
      expect((await verified()).fault).toEqual({ seq, reason })
    }
  })

  test('a forged erasure by somebody who is no owner is found', async () => {
    const { data } = await stored(seq)
    const { change, told } = remainsInForm1(seq, { ...Object(data), [path]: erasedText }, [path])
    await ledger.change(seq, change)
    await ledger.forgeErasure([told], 'admin')
    expect((await verified()).fault).toEqual({ seq, reason })
  })

  test('an erasure that the history tells but that did not take place is found', async () => {
    await ledger.forgeErasure([{ seq, texts: [path], remains: 'ab'.repeat(32) }])
    expect((await verified()).fault).toEqual({ seq, reason: 'erasure' })
  })

  test('a text that was removed without an erasure is found', async () => {
    const { data } = await stored(seq)
    await ledger.change(seq, { data: { ...Object(data), [path]: erasedText } })
    expect((await verified()).fault).toEqual({ seq, reason: 'digest' })
  })

  if (form === 'form 1') return
  test('a text that was removed with its salt, but without an erasure, is found', async () => {
    await removeText(seq, path)
    expect((await verified()).fault).toEqual({ seq, reason: 'erasure' })
  })

  test('an erasure changes nothing else, even where it is forged with new salts', async () => {
    await removeText(seq, path)
    const { digest, data } = await stored(seq)
    await ledger.forgeErasure([{ seq, texts: [path], remains: digest.toString('hex').slice(2) }])
    expect((await verified()).fault, 'a superuser may forge an erasure, which the history then tells').toBeUndefined()
    const other = { ...Object(data), [seq === 1 ? 'jobPriority' : 'noteId']: seq === 1 ? 4 : uuid() }
    await ledger.change(seq, { data: other })
    expect((await verified()).fault).toEqual({ seq, reason: 'digest' })
    const { salt } = sealData(seq === 1 ? 'JobCreated' : 'NoteAdded', 1, other)
    await ledger.change(seq, { salt: Buffer.from(salt, 'hex') })
    expect((await verified()).fault).toEqual({ seq, reason: 'digest' })
  })

  test('an event cannot be shown as one of form 1, which an erasure could hide', async () => {
    const { digest, data } = await stored(seq)
    const { change, told } = remainsInForm1(seq, { ...Object(data), [path]: erasedText }, [path])
    await ledger.change(seq, { ...change, digest: digest.subarray(1) })
    await ledger.forgeErasure([told])
    expect((await verified()).fault).toEqual({ seq, reason: 'hash' })
  })
})

/** Removes a text as an erasure does: its commitment takes the place of its salt. */
async function removeText(seq: number, path: string) {
  const text = `update event set data = without_texts(type, data, $3), salt = salts_without(salt, data, $3)
    where company_id = $1 and seq = $2`
  await superuser.query(text, [companyId, seq, JSON.stringify([path])])
}

describe.each([
  ['form 1', seqs.erased1],
  ['form 2', seqs.erased2],
])('an erased event of %s', (form, seq) => {
  test('that is said to be erased a second time is found', async () => {
    const { data } = await stored(seq)
    const { change, told } = remainsInForm1(seq, { ...Object(data), noteId: uuid() }, ['note'])
    if (form === 'form 1') await ledger.change(seq, change)
    await ledger.forgeErasure([told])
    expect((await verified()).fault).toEqual({ seq, reason: form === 'form 1' ? 'digest' : 'erasure' })
  })

  test('whose text was put back is found', async () => {
    const { data } = await stored(seq)
    await ledger.change(seq, { data: { ...Object(data), note: 'Nobody came.' } })
    expect((await verified()).fault).toEqual({ seq, reason: 'digest' })
  })

  test('is found if the erasure was deleted', async () => {
    await superuser.query('delete from event where company_id = $1 and seq >= $2', [companyId, seqs.erasure])
    await ledger.setHead()
    expect((await verified()).fault?.seq).toBe(seqs.erased1)
  })
})

test('the limit of form 1: beside an erased text, other fields of that event rest on the rule of the database alone', async () => {
  const { data } = await stored(seqs.note1)
  const { change, told } = remainsInForm1(seqs.note1, { ...Object(data), noteId: uuid(), note: erasedText }, ['note'])
  await ledger.change(seqs.note1, change)
  await ledger.forgeErasure([told])
  expect((await verified()).fault).toBeUndefined()
  expect(digestOf(change.salt, change.data).toString('hex')).toBe(told.remains)
})
