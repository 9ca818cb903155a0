import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPostgres } from './embedded-postgres.ts'
import { searchFiles } from './search-files.ts'
import { turnOverLog } from './turn-over-log.ts'

let folder: string
let server: Awaited<ReturnType<typeof openPostgres>>
let client: pg.Client
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fettle-log-'))
  server = await openPostgres(folder)
  client = new pg.Client({ connectionString: server.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await server.close()
  await rm(folder, { recursive: true })
})

const word = 'Quillfeather Zbigniewska'
const filesWithWord = async () =>
  (await searchFiles(path.join(folder, 'postgres', 'cluster', 'pg_wal'), [word])).toSorted()

/** Times of files are in whole seconds; on a slow machine each round is in another one. */
function makeSlow() {
  const query = client.query.bind(client)
  return vi.spyOn(client, 'query').mockImplementation(async (...given) => {
    await sleep(300)
    return Reflect.apply(query, client, given)
  })
}

test('segments that were kept under later names hold nothing old', async () => {
  // Several segments between two checkpoints, so that the next one keeps some.
  for (let segment = 0; segment < 6; segment += 1)
    await client.query(`select pg_logical_emit_message(true, 'test', repeat($1, 400000)), pg_switch_wal()`, [word])
  await client.query('checkpoint')
  const { rows: later } = await client.query(
    'select name from pg_ls_waldir() where name > pg_walfile_name(pg_current_wal_insert_lsn())',
  )
  expect(later.length).toBeGreaterThan(0)
  expect((await filesWithWord()).length).toBeGreaterThan(0)
  const slow = makeSlow()
  const { turned, kept } = await turnOverLog(client)
  slow.mockRestore()
  expect(await filesWithWord()).toEqual([])
  expect([turned > later.length, kept]).toEqual([true, 0])
  // A session reads a changed setting a moment after it is told.
  const recycles = async () => (await client.query(`select setting from pg_settings where name = 'wal_recycle'`)).rows
  await expect.poll(recycles).toEqual([{ setting: 'on' }])
})

test('segments that a replication slot keeps are counted', async () => {
  await client.query(`select pg_create_physical_replication_slot('held', true)`)
  expect((await turnOverLog(client)).kept).toBe(1)
  await client.query(`select pg_drop_replication_slot('held')`)
  expect((await turnOverLog(client)).kept).toBe(0)
})
