import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { device, nextOf, note, notesPerJob } from '#bench/harness/command-devices.ts'
import { alternate, printRows, type Row, rate, row } from '#bench/harness/measure.ts'
import { startProduct } from '#bench/harness/running-product.ts'
import type { Event } from '#core/ledger/ledger.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import { paths } from '#core/wire/paths.ts'
import { connect } from '#ledger/database/connect.ts'
import { append, requestDigest } from '#ledger/log/append.ts'

const workers = 16
const jobCreated: Event = {
  type: 'JobCreated',
  data: { apartmentName: '12 High Street', createdAt: '2026-11-20', jobPriority: 1, tasks: [] },
}
const batchSize = 20

/**
 * Accepted commands per second over HTTP from 16 devices of 16 companies, each authenticated, validated, decided on its job's
 * history and appended; one per request, and 20 per request as an outbox sends its backlog. The floor appends the same events
 * without HTTP or decisions. The database must be migrated.
 */
export async function benchCommands(databaseUrl: string, { rounds = 5, seconds = 2 } = {}): Promise<Row[]> {
  const api = connect(databaseUrl, 'fettle_api', { max: workers })
  const product = await startProduct(databaseUrl)
  try {
    const owners = await Promise.all(Array.from({ length: workers }, product.registerCompany))
    const url = product.url + paths.commands
    const single = owners.map((owner) => device(url, owner, 1))
    const batched = owners.map((owner) => device(url, owner, batchSize))
    const appending = owners.map((owner) => appender(api, owner))
    const { one, many, floor } = await alternate(
      {
        one: () => rate(nextOf(single), { workers, seconds }),
        many: async () => batchSize * (await rate(nextOf(batched), { workers, seconds })),
        floor: () => rate(nextOf(appending), { workers, seconds }),
      },
      rounds,
    )
    return [
      row('commands over HTTP, one a request', 'commands/s', { ours: one, floor, least: 0.15 }),
      row('commands over HTTP, 20 a request', 'commands/s', { ours: many, floor, least: 0.3 }),
    ]
  } finally {
    await product.close()
    await api.end()
  }
}

function appender(pool: pg.Pool, { user: { companyId, userId } }: SignedIn) {
  let streamId = ''
  let version = notesPerJob + 1
  return async () => {
    if (version > notesPerJob) {
      streamId = uuid()
      version = 0
    }
    const event: Event = version === 0 ? jobCreated : { type: 'NoteAdded', data: { noteId: uuid(), note } }
    const { outcome } = await append(pool, {
      companyId,
      commandId: uuid(),
      request: requestDigest(event),
      stream: 'job',
      streamId,
      expectedVersion: version,
      actorId: userId,
      actorRole: 'owner',
      happenedAt: new Date().toISOString(),
      clock: 'device',
      events: [event],
    })
    if (outcome !== 'appended') throw new Error(`The append returned ${outcome}`)
    version += 1
  }
}

if (import.meta.main) {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('Set DATABASE_URL to a migrated PostgreSQL database that may be filled')
  printRows(await benchCommands(url))
}
