import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connected } from '#test/database/connected.ts'
import { waitingForLock } from '#test/database/waiting-sessions.ts'
import { openTestLedger, sampleHistory } from '#test/histories/stored-history.ts'
import { type ApplyOptions, applyMigrations, type OneMigration, whileMigrating } from './apply.ts'
import { migrations } from './migrate.ts'

let ledger: Awaited<ReturnType<typeof openTestLedger>>
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

const does = (text: string): OneMigration => ({
  up: (db) =>
    sql
      .raw(text)
      .execute(db)
      .then(() => undefined),
})
/** Applies migrations that follow all others. */
const apply = (added: Record<string, OneMigration>, options: ApplyOptions = {}) =>
  whileMigrating(ledger.url, options, (session) => applyMigrations(session, { ...migrations, ...added }, options))
const withOwner = <T>(work: (client: pg.Client) => Promise<T>) => connected(ledger.url, work)
const newest = async () =>
  (await ledger.owner.query('select max(name collate "C") name from kysely_migration')).rows[0]?.name
const existing = async (table: string) =>
  (await ledger.owner.query('select to_regclass($1) is not null found', [table])).rows[0]?.found

test('a migration that fails takes back none before it, and the next run goes on with it', async () => {
  const first = does('create table colour (name text)')
  const half = 'create table shade (name text);'
  const added = { '0900-first': first, '0901-second': does(`${half} select 1 / 0`) }
  await expect(apply(added)).rejects.toThrow('division by zero')
  expect([await newest(), await existing('colour'), await existing('shade')]).toEqual(['0900-first', true, false])

  // As if the process were killed within the second.
  const killed = does(`${half} select pg_terminate_backend(pg_backend_pid())`)
  await expect(apply({ ...added, '0901-second': killed })).rejects.toThrow(/terminat|connection/i)
  expect([await newest(), await existing('shade')]).toEqual(['0900-first', false])

  expect(await apply({ '0900-first': first, '0901-second': does(half) })).toEqual(['0901-second'])
  expect([await newest(), await existing('shade')]).toEqual(['0901-second', true])
})

const soFar = { '0900-first': does(''), '0901-second': does('') }

test('while a migration waits for a table in use, no append waits so long that it fails, and it comes through in the end', async () => {
  const events = sampleHistory(91, 400)
  const added = {
    ...soFar,
    '0902-third': does('create table tone (name text)'),
    '0903-fourth': does('alter table event add column colour text'),
  }
  const reports: string[] = []
  await withOwner(async (reader) => {
    await reader.query('begin; select from event limit 1')
    const applying = apply(added, { report: (line) => reports.push(line) })
    await expect.poll(newest).toBe('0902-third')
    // Each would fail if it had to wait for longer than the two seconds after which a program gives up a lock.
    let haveWaited = false
    for (const event of events) {
      if (haveWaited && reports.length >= 2) break
      const stored = ledger.store([event])
      haveWaited ||= (await waitingForLock(ledger.owner, 'insert into event')) > 0
      await stored
      await sleep(20)
    }
    expect(reports).toContain('Migration 0903-fourth is waiting for tables in use. Retrying in 0.5 s.')
    expect(haveWaited).toBe(true)
    await reader.query('rollback')
    expect(await applying).toEqual(['0902-third', '0903-fourth'])
  })
  expect(await newest()).toBe('0903-fourth')
})

const untilFourth = { ...soFar, '0902-third': does(''), '0903-fourth': does('') }

test('a migration whose table stays in use is given up after a while, with what is in its way', async () => {
  const added = { ...untilFourth, '0904-fifth': does('alter table event drop column colour') }
  await withOwner(async (reader) => {
    await reader.query('begin; select from event limit 1')
    await expect(apply(added, { patience: 700, longestWait: 100 })).rejects.toThrow(
      'Migration 0904-fifth could not lock its tables because they stayed in use.',
    )
  })
  expect(await newest()).toBe('0903-fourth')
  expect(await apply(added)).toEqual(['0904-fifth'])
})

const untilFifth = { ...untilFourth, '0904-fifth': does('') }

test('two processes that migrate at once apply each migration once, one after the other', async () => {
  const added = {
    ...untilFifth,
    '0905-sixth': does('create table hue (name text); select pg_sleep(0.3)'),
    '0906-seventh': does('create table tint (name text); select pg_sleep(0.3)'),
  }
  const reports: string[] = []
  const both = await Promise.all([1, 2].map(() => apply(added, { report: (line) => reports.push(line) })))
  expect(both.toSorted((a, b) => a.length - b.length)).toEqual([[], ['0905-sixth', '0906-seventh']])
  expect(reports).toEqual(['Another process is migrating this database. Waiting for it.'])
})

test('a migration may run outside a transaction, so that an index is made while others append and a second process waits', async () => {
  const indexed = does('create index concurrently if not exists event_colour on event (company_id, version)')
  const added = { ...untilFifth, '0905-sixth': does(''), '0906-seventh': does(''), '0907-eighth': indexed }
  await expect(apply(added)).rejects.toThrow('cannot run inside a transaction block')
  const outside = { ...added, '0907-eighth': { ...indexed, inTransaction: false } as const }
  await withOwner(async (writer) => {
    await writer.query('begin; insert into event select * from event where false')
    const both = [apply(outside), apply(outside)]
    await expect.poll(() => waitingForLock(ledger.owner, 'create index concurrently')).toBe(1)
    await ledger.store(sampleHistory(92, 10))
    await writer.query('commit')
    expect((await Promise.all(both)).flat()).toEqual(['0907-eighth'])
  })
  expect(await existing('event_colour')).toBe(true)
})
