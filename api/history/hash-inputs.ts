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
    hashInputs({ companyId, seqs }),
    erasuresQuery(companyId),
  ])
  const lines: HashInputs[] = rows
  const erased = recordedErasures(erasures.rows)
  return new Map(
    lines.map((line) => [line.seq, erased.has(line.seq) && !isOfForm2(line.digest) ? withoutSalt(line) : line]),
  )
}

const withoutSalt = ({ salt: _, ...line }: HashInputs): HashInputs => line

const hex = (bytes: Expression<Buffer>) => sql<string>`encode(${bytes}, 'hex')`

/** Each event is looked up by its seq, and the one before it for its hash. */
const hashInputs = statement('hash-inputs', (p: Parameters<{ companyId: string; seqs: readonly number[] }>) =>
  db
    .selectFrom(sql<{ seq: number }>`unnest(${p.seqs}::bigint[])`.as<'wanted'>(sql`wanted (seq)`))
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
                .where(({ eb }) => eb('earlier.seq', '=', eb(ref('event.seq'), '-', 1))),
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
