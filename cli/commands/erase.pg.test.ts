import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '#cli/database/embedded-postgres.ts'
import { searchFiles } from '#cli/database/search-files.ts'
import { paths } from '#core/wire/paths.ts'
import { runFettle, type StartedFettle, startFettle } from '#test/faults/fettle-process.ts'

let folder: string
let fettle: StartedFettle
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fettle-erase-'))
  fettle = await startFettle({ FETTLE_DATA: folder, PORT: '0' })
})
afterAll(async () => {
  await fettle.end('SIGTERM')
  await rm(folder, { recursive: true })
})

/** A name that appears nowhere else. */
const word = 'Quillfeather Zbigniewska'
const finish = () => runFettle(['erase', '--finish', '--word', word, '--json'], { FETTLE_DATA: folder })

test('after `erase --finish` no file of the data folder has an erased word, in tables, statistics or log', {
  timeout: 200_000,
}, async () => {
  const call = async (to: string, token: string, body: unknown) => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
    const answer = await fetch(fettle.address + to, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(answer.status).toBe(200)
    return answer.json()
  }
  const sarah = { username: 'Sarah', email: 'sarah@example.com', password: 'sash window 14' }
  const { token } = await call(paths.register, '', { businessName: 'Bright Repairs', ...sarah })
  const send = (type: string, data: object) =>
    call(paths.commands, token, {
      commands: [{ commandId: uuid(), happenedAt: new Date().toISOString(), type, data }],
    })
  const jobId = uuid()
  await send('CreateJob', { jobId, apartmentName: `Flat of ${word}`, createdAt: '2026-11-20', tasks: [] })
  const { results } = await send('AddNote', { jobId, noteId: uuid(), note: `${word} rang` })
  const { seq } = results[0]
  const database = await openPostgres(folder)
  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => undefined)
  await client.connect()
  const rowsIn = async (table: string) => (await client.query(`select from ${table}`)).rowCount
  await expect.poll(() => rowsIn('job_row')).toBe(1)
  await client.query('analyze')

  const [{ seq: first }] = (await client.query(`select seq::int from event where type = 'JobCreated'`)).rows
  const events = [
    { seq: first, texts: ['apartmentName'] },
    { seq, texts: ['note'] },
  ]
  await call(paths.erasures, token, { erasureId: uuid(), events, reason: 'The tenant asked for it' })
  await expect.poll(() => rowsIn('erasure')).toBe(0)
  await client.query('checkpoint')
  // What an erasure leaves behind in PostgreSQL's files.
  const left = await searchFiles(folder, [word])
  expect(left.some((file) => file.includes('pg_wal'))).toBe(true)
  expect(left.some((file) => file.includes(`${path.sep}base${path.sep}`))).toBe(true)

  const finished = await finish()
  expect(finished.errors).toBe('')
  const { tables, segments, cannot, found } = JSON.parse(finished.out)
  expect({ cannot, found, code: finished.code }).toEqual({ cannot: [], found: [], code: 0 })
  expect(tables).toBeGreaterThan(20)
  expect(segments).toBeGreaterThan(0)
  expect(await searchFiles(folder, [word])).toEqual([])
  const { rows } = await client.query(`select setting from pg_settings where name = 'wal_recycle'`)
  expect(rows).toEqual([{ setting: 'on' }])

  await client.end()
  await database.close()

  // An erasure that is not complete is not passed over. A running Fettle would complete these.
  await fettle.end('SIGTERM')
  const alone = await openPostgres(folder)
  const owner = new pg.Client({ connectionString: alone.url })
  await owner.connect()
  await owner.query('insert into erasure (company_id, erasure_id, files, imports) values ($1, $1, $2, false)', [
    uuid(),
    [],
  ])
  await owner.query(
    'insert into company_closing (company_id, closed_by, closed_at, erase_at, erasing_since) values ($1, $1, now(), now(), now())',
    [uuid()],
  )
  expect((await finish()).errors).toMatch(/^Erasures that are not complete: 2\./)
  await owner.end()
  await alone.close()
})
