import { type ExpressionBuilder, sql } from 'kysely'
import type pg from 'pg'
import { transact } from '#ledger/database/connect.ts'
import { copyOutLines, jsonFromCopy } from '#ledger/database/copy-out.ts'
import { withDedicatedConnection } from '#ledger/database/dedicated-connection.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { Tables } from '#ledger/database/tables.ts'
import { companyHead } from '#ledger/log/read.ts'
import { endOfLog } from './installation-log.ts'
import { storedHeads } from './signed-heads.ts'
import { companiesOfLog } from './verify.ts'

/** The number of lines of each kind that were written. */
export type WrittenProof = { companies: number; events: number; signedHeads: number }

/**
 * Writes the log as lines of JSON that can be checked without Fettle: each company's head, signed heads and events with their salts,
 * digests and hashes. docs/proof.md describes the lines. All are of one snapshot; the pool's role must see all companies.
 */
export const writeProof = (
  pool: pg.Pool,
  write: (lines: readonly string[]) => Promise<void>,
  { companyId }: { companyId?: string } = {},
): Promise<WrittenProof> =>
  withDedicatedConnection(pool, (client) =>
    transact(
      client,
      async () => {
        const written: WrittenProof = { companies: 0, events: 0, signedHeads: 0 }
        await write([JSON.stringify({ line: 'ledger', form: 1 })])
        if (companyId === undefined) await write([JSON.stringify({ line: 'installation', end: await readEnd(client) })])
        const all = companyId === undefined ? await companiesToWrite(client) : [companyId]
        for (const one of all) await writeCompany(client, one, write, written)
        await write([JSON.stringify({ line: 'end', ...written })])
        return written
      },
      'isolation level repeatable read read only',
    ),
  )

/** Those with a ledger, and those of which only signed heads are left. */
async function companiesToWrite(client: pg.ClientBase): Promise<string[]> {
  const signed = await rowsOf(client, companiesWithHeads({}))
  return [...new Set([...(await companiesOfLog(client)), ...signed.map((one) => one.company_id)])].toSorted()
}

const companiesWithHeads = statement('companies-with-heads', () =>
  db.selectFrom('signed_head').select('company_id').distinct(),
)

/** The end of the log of signed heads, which goes through all companies; null before the first. */
async function readEnd(client: pg.ClientBase) {
  const [end] = await rowsOf(client, endOfLog({}))
  return end ? { place: end.place, digest: end.digest.toString('hex') } : null
}

async function writeCompany(
  client: pg.ClientBase,
  companyId: string,
  write: (lines: readonly string[]) => Promise<void>,
  written: WrittenProof,
) {
  const [head] = await rowsOf(client, companyHead({ companyId }))
  const signed = await storedHeads(client, companyId)
  await write([
    JSON.stringify({ line: 'company', companyId, head: head ?? null }),
    ...signed.map((one) => JSON.stringify({ line: 'signed-head', signed: one })),
  ])
  written.companies += 1
  written.signedHeads += signed.length
  for (let after = 0, count = batch; count === batch; written.events += count) {
    count = 0
    for await (const copied of copyOutLines(client, eventLines({ companyId, after, limit: batch }))) {
      const rows = copied.map((line) => line.split('\t'))
      await write(rows.map(([, json = '']) => jsonFromCopy(json)))
      after = Number(rows.at(-1)?.[0] ?? after)
      count += copied.length
    }
  }
}

/** A query with more events could outlast the time limit of queries. */
const batch = 10_000

type Event = ExpressionBuilder<Tables, 'event'>
const hex = (event: Event, column: 'digest' | 'hash' | 'salt') => event.fn('encode', [column, event.val('hex')])
const instant = (event: Event, column: 'happened_at' | 'recorded_at') =>
  sql`to_char(${event.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Rows of a seq and one JSON text: built by the database, as no other program could read the numbers of the data without rounding them. */
const eventLines = statement('proof-lines', (p: Parameters<{ companyId: string; after: number; limit: number }>) =>
  db
    .selectFrom('event')
    .select('seq')
    .select((event) => {
      const { ref } = event
      const fields = sql.join([
        sql`'line', 'event', 'companyId', ${ref('company_id')}, 'seq', ${ref('seq')}`,
        sql`'stream', ${ref('stream')}, 'streamId', ${ref('stream_id')}, 'version', ${ref('version')}`,
        sql`'type', ${ref('type')}, 'schema', ${ref('schema')}, 'number', ${ref('number')}, 'data', ${ref('data')}`,
        sql`'actorId', ${ref('actor_id')}, 'actorRole', ${ref('actor_role')}`,
        sql`'happenedAt', ${instant(event, 'happened_at')}, 'recordedAt', ${instant(event, 'recorded_at')}`,
        sql`'clock', ${ref('clock')}, 'commandId', ${ref('command_id')}, 'ordinal', ${ref('ordinal')}`,
        sql`'salt', ${hex(event, 'salt')}, 'digest', ${hex(event, 'digest')}, 'hash', ${hex(event, 'hash')}`,
      ])
      return sql<string>`json_build_object(${fields})`.as('line')
    })
    .where('company_id', '=', p.companyId)
    .where('seq', '>', p.after)
    .orderBy('seq')
    .limit(p.limit),
)
