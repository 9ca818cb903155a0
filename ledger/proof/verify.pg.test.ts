import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#ledger/database/connect.ts'
import { append } from '#ledger/log/append.ts'
import { digestOf, hashOf } from '#ledger/log/chain.ts'
import { jobCreated } from '#test/core/job-events.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { type Tampering, tamperWith } from '#test/database/tampering.ts'
import { sampleAppend, sampleJobCreation, sampleNote } from '#test/histories/sample-appends.ts'
import type { ProvenRow } from '#test/histories/tampered-ledger.ts'
import { type Fault, verifyLedger } from './verify.ts'

let database: TestDatabase
let api: pg.Pool
let projector: pg.Pool
let owner: Tampering
const [companyId, neighbour] = [uuid(), uuid()]
const jobs = 30
const here = `company_id = '${companyId}'`
const dice = (sides: number) => 1 + Math.floor(Math.random() * sides)
/** Each job has its creation and two notes, the notes by one command. */
const events = jobs * 3

beforeAll(async () => {
  database = await createDatabase()
  api = connect(database.url, 'fettle_api', { max: 4 })
  projector = connect(database.url, 'fettle_projector', { max: 2 })
  owner = tamperWith(database.url)
  for (const one of [companyId, neighbour]) {
    for (let nth = 0; nth < jobs; nth += 1) {
      const { streamId } = await created(one)
      const notes = [sampleNote(`Résumé nº ${nth} "quoted" \\ \n 🔧`), sampleNote()]
      await append(api, sampleAppend({ companyId: one, streamId, expectedVersion: 1, events: notes }))
    }
  }
  await owner.query(`
    create table kept_event as select * from event where ${here};
    create table kept_head as select * from company_head where ${here}`)
})
afterAll(async () => {
  await Promise.all([api.end(), projector.end(), owner.end()])
  await database.drop()
})

async function created(company: string) {
  const one = sampleJobCreation({ companyId: company, events: [jobCreated] })
  await append(api, one)
  return one
}

/** What verification finds after a superuser has changed rows directly; the change is rolled back afterwards. */
async function foundAfter(tamper: string): Promise<Fault | undefined> {
  expect(await behind(tamper)).toBeGreaterThan(0)
  const found = await verifyLedger(projector)
  await behind(`
    delete from event where ${here};
    delete from company_head where ${here};
    insert into company_head select * from kept_head;
    insert into event select * from kept_event`)
  // Another company's ledger verifies whatever is wrong in this one.
  expect(found.find((one) => one.companyId === neighbour)).toMatchObject({ events })
  expect(found.find((one) => one.companyId === neighbour)?.fault).toBeUndefined()
  return found.find((one) => one.companyId === companyId)?.fault
}

/** Runs statements with all triggers disabled, including the append-only one; returns the last one's row count. */
async function behind(statements: string): Promise<number> {
  return (await owner.query(statements)).rowCount
}

test('an untouched ledger verifies, and progress is reported', async () => {
  const reported: number[] = []
  const found = await verifyLedger(projector, { onProgress: (progress) => reported.push(progress.events) })
  expect(found).toHaveLength(2)
  for (const one of found) expect(one).toMatchObject({ events, head: { seq: events, epoch: 1 } })
  expect(found.filter((one) => one.fault)).toEqual([])
  expect(reported).toEqual([events, events])
})

test('a company without a ledger has no faults', async () => {
  const nobody = uuid()
  expect(await verifyLedger(projector, { companyId: nobody })).toEqual([{ companyId: nobody, events: 0 }])
})

test('the API role can verify its own company', async () => {
  expect(await verifyLedger(api, { companyId })).toMatchObject([{ events }])
})

test('a ledger that grows during verification verifies', async () => {
  const growing = uuid()
  const writing = (async () => {
    for (let nth = 0; nth < 50; nth += 1) await created(growing)
  })()
  for (let round = 0; round < 10; round += 1) {
    const [found] = await verifyLedger(projector, { companyId: growing })
    expect(found?.fault).toBeUndefined()
  }
  await writing
  expect(await verifyLedger(projector, { companyId: growing })).toMatchObject([{ events: 50 }])
})

/** A change to one field of one event, and the fault that it is reported as. */
const fields: [field: string, change: string, reason: Fault['reason']][] = [
  ['data', `data = jsonb_set(data, '{note}', to_jsonb(coalesce(data ->> 'note', '') || '.'))`, 'digest'],
  ['a key of data', `data = data || '{"extra": 1}'`, 'digest'],
  ['salt', 'salt = set_byte(salt, 3, get_byte(salt, 3) # 1)', 'digest'],
  ['digest', 'digest = set_byte(digest, 31, get_byte(digest, 31) # 128)', 'digest'],
  ['hash', 'hash = set_byte(hash, 0, get_byte(hash, 0) # 1)', 'hash'],
  ['actor', 'actor_id = gen_random_uuid()', 'hash'],
  ['actor, removed', 'actor_id = null', 'hash'],
  ['role', "actor_role = 'owner'", 'hash'],
  ['time', "happened_at = happened_at + interval '1 millisecond'", 'hash'],
  ['recording time', "recorded_at = recorded_at - interval '1 millisecond'", 'hash'],
  ['clock', "clock = 'server'", 'hash'],
  ['type', "type = 'NoteDeleted'", 'hash'],
  ['schema', 'schema = 2', 'hash'],
  ['stream', "stream = 'member'", 'hash'],
  ['stream id', 'stream_id = gen_random_uuid()', 'hash'],
  ['version', 'version = version + 1000', 'hash'],
  ['command', 'command_id = gen_random_uuid()', 'hash'],
  ['place in its command', 'ordinal = ordinal + 100', 'hash'],
  ['job number', 'number = coalesce(number, 0) + 1', 'hash'],
]

test.each(fields)('a changed %s is found, with the company and the seq', async (_, change, reason) => {
  for (const seq of [1, dice(events), events]) {
    const fault = await foundAfter(`update event set ${change} where ${here} and seq = ${seq}`)
    expect(fault).toEqual({ seq, reason })
  }
})

test('one byte flipped anywhere is found, in a hundred cases out of a hundred', async () => {
  const pieces = ['digest', 'hash', 'salt']
  for (let round = 0; round < 100; round += 1) {
    const [piece, seq] = [pieces[round % 3], dice(events)]
    const place = dice(16) - 1
    const change = `${piece} = set_byte(${piece}, ${place}, get_byte(${piece}, ${place}) # ${dice(255)})`
    const fault = await foundAfter(`update event set ${change} where ${here} and seq = ${seq}`)
    expect(fault).toEqual({ seq, reason: piece === 'hash' ? 'hash' : 'digest' })
  }
})

test('a removed event is found, wherever it was', async () => {
  for (const seq of [1, dice(events - 2) + 1]) {
    expect(await foundAfter(`delete from event where ${here} and seq = ${seq}`)).toEqual({ seq, reason: 'missing' })
  }
})

/** The columns after company_id and seq. */
const rest = `stream, stream_id, version, type, schema, number, data, actor_id, actor_role, happened_at, recorded_at, clock,
  command_id, ordinal, request, salt, digest, hash`

test('a removed event is found if the later ones were moved up', async () => {
  const seq = dice(events - 2)
  const closeGap = `
    delete from event where ${here} and seq >= ${seq};
    insert into event select company_id, seq - 1, ${rest} from kept_event where seq > ${seq}`
  expect(await foundAfter(closeGap)).toEqual({ seq, reason: 'missing' })
})

test('two swapped events are found', async () => {
  const [first, second] = [dice(events / 2), events / 2 + dice(events / 2)]
  const swap = `
    delete from event where ${here} and seq in (${first}, ${second});
    insert into event select company_id, ${first + second} - seq, ${rest} from kept_event where seq in (${first}, ${second})`
  expect(await foundAfter(swap)).toEqual({ seq: first, reason: 'swapped', with: second })
})

test('an event added after the last one is found', async () => {
  const copy = `
    drop table if exists copied;
    create table copied as select * from kept_event where seq = ${events};
    update copied set seq = seq + 1, version = version + 1, command_id = gen_random_uuid();
    insert into event select * from copied`
  expect(await foundAfter(copy)).toEqual({ seq: events + 1, reason: 'inserted' })
})

test('a truncated ledger is found', async () => {
  const cut = dice(events - 1)
  const fault = await foundAfter(`delete from event where ${here} and seq > ${cut}`)
  expect(fault).toEqual({ seq: cut + 1, reason: 'truncated' })
})

test('a head that does not match its events is found', async () => {
  const head = (change: string) => foundAfter(`update company_head set ${change} where ${here}`)
  expect(await head('seq = seq - 1')).toEqual({ seq: events, reason: 'head' })
  expect(await head('seq = seq + 1')).toEqual({ seq: events + 1, reason: 'truncated' })
  expect(await head('hash = set_byte(hash, 0, get_byte(hash, 0) # 1)')).toEqual({ seq: events, reason: 'head' })
  expect(await head('last_number = last_number + 1')).toEqual({ seq: events, reason: 'head' })
  expect(await foundAfter(`delete from company_head where ${here}`)).toEqual({ seq: 1, reason: 'head' })
})

/** The event at a seq and the one after it, as they were before any tampering. */
async function kept(seq: number): Promise<[ProvenRow, ProvenRow]> {
  const text = 'select * from kept_event where seq in ($1::bigint, $1::bigint + 1) order by seq'
  const [first, second] = (await owner.query<ProvenRow>(text, [seq])).rows
  if (!first || !second) throw new Error('There is no such event')
  return [first, second]
}

test.each([
  ['version', 'version', 'version'],
  ['job number', 'number', 'number'],
] as const)('an out-of-sequence %s is found, even with a matching hash', async (_, column, reason) => {
  const seq = column === 'number' ? events - 2 : events
  const [before, last] = await kept(seq - 1)
  const forged = { ...last, [column]: (last[column] ?? 0) + 1 }
  const hash = hashOf(before.hash, forged).toString('hex')
  const fault = await foundAfter(
    `update event set ${column} = ${column} + 1, hash = '\\x${hash}' where ${here} and seq = ${seq}`,
  )
  expect(fault).toEqual({ seq, reason })
})

test.each([
  ['a price without an amount', 'TaskPriced', {}],
  ['a price with an unknown field', 'TaskPriced', { taskId: uuid(), price: 1, note: 'Done' }],
])('%s is found although it is chained: Fettle never recorded it', async (_, type, data) => {
  const [before, last] = await kept(events - 1)
  const salt = Buffer.alloc(16, 1)
  const digest = digestOf(salt, data)
  const hash = hashOf(before.hash, { ...last, type, digest }).toString('hex')
  const fault = await foundAfter(`
    update company_head set hash = '\\x${hash}' where ${here};
    update event set type = '${type}', data = '${JSON.stringify(data)}', salt = '\\x${salt.toString('hex')}',
      digest = '\\x${digest.toString('hex')}', hash = '\\x${hash}' where ${here} and seq = ${events}`)
  expect(fault).toEqual({ seq: events, reason: 'shape' })
})
