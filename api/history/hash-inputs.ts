import { type Expression, sql } from 'kysely'
import type pg from 'pg'
import { isOfForm2 } from '#core/proof/data-digest.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { firstHash } from '#ledger/log/chain.ts'
import { erasuresQuery, recordedErasures } from '#ledger/log/erasure.ts'

/** What an event's hash is computed from, in addition to its entry: with both, a line of an export can be verified on its own. */
export type HashInputs = {
  seq: number
  schema: number
  number: number | null
  data: unknown
  /** Missing after an erasure by law in form 1: the digest is that of the original data, whose salt is gone. */
  salt?: string
  digest: string
  previous_hash: string
}

/** The hash inputs of some events, by seq. */
export async function readHashInputs(pool: pg.Pool, companyId: string, seqs: readonly number[]) {
  const [{ rows }, erasures] = await readInCompany(pool, companyId, [
    hashInputsQuery(companyId, seqs),
    erasuresQuery(companyId),
  ])
  const lines: HashInputs[] = rows
  const erased = recordedErasures(erasures.rows)
  return new Map(
    lines.map((line) => [line.seq, erased.has(line.seq) && !isOfForm2(line.digest) ? withoutSalt(line) : line]),
  )
}

/** Reads the {@link HashInputs} of some events. */
export const hashInputsQuery = (companyId: string, seqs: readonly number[]) =>
  hashInputs({ companyId, seqs, previous: seqs.map((seq) => seq - 1) })

const withoutSalt = ({ salt: _, ...line }: HashInputs): HashInputs => line

const hex = (bytes: Expression<Buffer>) => sql<string>`encode(${bytes}, 'hex')`

type Wanted = { companyId: string; seqs: readonly number[]; previous: readonly number[] }

/**
 * Each event is looked up by its seq, and the one before it for its hash. The seq before is a column: PostgreSQL 15 looks up no
 * difference by an index behind the wall, and would read the whole company for each event.
 */
const hashInputs = statement('hash-inputs', (p: Parameters<Wanted>) =>
  db
    .selectFrom(
      sql<{ seq: number; previous: number }>`unnest(${p.seqs}::bigint[], ${p.previous}::bigint[])`.as<'wanted'>(
        sql`wanted (seq, previous)`,
      ),
    )
    .crossJoinLateral(({ selectFrom }) =>
      selectFrom('event')
        .select(({ ref, fn }) => [
          'event.seq',
          'event.schema',
          'event.number',
          'event.data',
          hex(ref('event.salt')).as('salt'),
          hex(ref('event.digest')).as('digest'),
          fn
            .coalesce(
              selectFrom('event as earlier')
                .select((one) => hex(one.ref('earlier.hash')).as('hash'))
                .where('earlier.company_id', '=', p.companyId)
                .whereRef('earlier.seq', '=', 'wanted.previous'),
              sql<string>`${sql.lit(firstHash.toString('hex'))}`,
            )
            .as('previous_hash'),
        ])
        .where('event.company_id', '=', p.companyId)
        .whereRef('event.seq', '=', 'wanted.seq')
        .as('found'),
    )
    .selectAll('found'),
)
