import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { openEmmett } from '#bench/harness/emmett.ts'
import { alternate, printRows, type Row, rate, row } from '#bench/harness/measure.ts'
import { makePlainTable } from '#bench/harness/plain-table.ts'
import { serviceAddress } from '#cli/database/service-logins.ts'
import { connect } from '#ledger/database/connect.ts'
import { append } from '#ledger/log/append.ts'

const connections = 16
const companyIds = Array.from({ length: 1_000 }, () => uuid())
const randomCompany = () => companyIds[Math.floor(Math.random() * companyIds.length)] ?? ''
const noteAdded = () => ({ noteId: uuid(), note: 'No answer at the door, keys are with the concierge.' })
const happenedAt = '2026-11-20T09:00:00.000Z'

/**
 * Appends of single events on 16 connections to 1,000 companies, against a plain INSERT of the same row with the same role
 * into a table with the same columns and indexes, and against Emmett's append. The database must be migrated.
 */
export async function benchAppend(databaseUrl: string, { rounds = 5, seconds = 3 } = {}): Promise<Row[]> {
  const api = connect(serviceAddress(databaseUrl), 'fettle_api', { max: connections })
  const emmett = await openEmmett(databaseUrl, connections)
  await makePlainTable(databaseUrl)
  try {
    const { ours, plain, peer } = await alternate(
      {
        ours: () => rate(() => appendOne(api), { workers: connections, seconds }),
        plain: () => rate(() => insertOne(api), { workers: connections, seconds }),
        peer: () =>
          rate(() => emmett.append(`job-${uuid()}`, { type: 'NoteAdded', data: noteAdded() }), {
            workers: connections,
            seconds,
          }),
      },
      rounds,
    )
    return [
      row('append against a plain INSERT', 'events/s', { ours, floor: plain, least: 0.9 }),
      row('append against Emmett', 'events/s', { ours, floor: peer, least: 2.5 }),
    ]
  } finally {
    await Promise.all([api.end(), emmett.close()])
  }
}

async function appendOne(api: pg.Pool) {
  const data = noteAdded()
  const { outcome } = await append(api, {
    companyId: randomCompany(),
    commandId: uuid(),
    request: randomBytes(32),
    stream: 'job',
    streamId: uuid(),
    expectedVersion: 0,
    actorId: randomUUID(),
    actorRole: 'admin',
    happenedAt,
    clock: 'device',
    events: [{ type: 'NoteAdded', data }],
  })
  if (outcome !== 'appended') throw new Error(`The append returned ${outcome}`)
}

let plainSeq = 0

const insertOne = (api: pg.Pool) =>
  api.query({
    name: 'plain-insert',
    text: 'insert into plain_event values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now(), $13, $14, $15, $16, $17, $18, $19)',
    values: [
      randomCompany(),
      ++plainSeq,
      'job',
      uuid(),
      1,
      'NoteAdded',
      1,
      null,
      JSON.stringify(noteAdded()),
      randomUUID(),
      'admin',
      happenedAt,
      'device',
      uuid(),
      0,
      randomBytes(32),
      randomBytes(16),
      randomBytes(32),
      randomBytes(32),
    ],
  })

if (import.meta.main) {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('Set DATABASE_URL to a migrated PostgreSQL database that may be filled')
  printRows(await benchAppend(url))
}
