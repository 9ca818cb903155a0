import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { takesNumber } from '#core/ledger/ledger.ts'
import { schemaOf } from '#core/model/upcast.ts'
import type { Append } from '#ledger/log/append.ts'
import { digestOf } from '#ledger/log/chain.ts'

/** Appends as releases did until migration 0030: the digest of all events is of form 1. */
export async function appendInForm1(pool: pg.Pool, one: Append): Promise<void> {
  const events = one.events.map(({ type, data }) => {
    const salt = randomBytes(16)
    const digest = digestOf(salt, data).toString('hex')
    return { type, schema: schemaOf(type), numbered: takesNumber(type), data, salt: salt.toString('hex'), digest }
  })
  await pool.query('select append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)', [
    ...[one.companyId, one.commandId, one.request, one.stream, one.streamId, one.expectedVersion],
    ...[one.actorId ?? null, one.actorRole, one.happenedAt, one.clock, JSON.stringify(events), null, null],
  ])
}
