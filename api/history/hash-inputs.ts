import type pg from 'pg'
import { readInCompany } from '#ledger/database/connect.ts'
import { firstHash } from '#ledger/log/chain.ts'
import { erasedDigests, erasedQuery } from '#ledger/log/erasure.ts'

/** What an event's hash is made of, beside what its entry says: with these a line of an export is checked by itself. */
export type HashInputs = {
  seq: number
  schema: number
  number: number | null
  data: unknown
  /** Missing where something was erased by law: the digest is of what was there before, and its salt is gone. */
  salt?: string
  digest: string
  previous_hash: string
}

/** The sealed lines of some events, by seq. */
export async function readHashInputs(pool: pg.Pool, companyId: string, seqs: readonly number[]) {
  const [{ rows }, told] = await readInCompany(pool, companyId, [
    {
      name: 'sealed-lines',
      text: `
        select found.* from unnest($2::bigint[]) one cross join lateral (
          select seq, schema, number, data, encode(salt, 'hex') as salt, encode(digest, 'hex') as digest,
            coalesce((
              select encode(hash, 'hex') from event earlier
              where earlier.company_id = $1 and earlier.seq = event.seq - 1), $3) as previous_hash
          from event where company_id = $1 and event.seq = one) found`,
      values: [companyId, seqs, firstHash.toString('hex')],
    },
    erasedQuery(companyId),
  ])
  const lines: HashInputs[] = rows
  const erased = erasedDigests(told.rows)
  return new Map(lines.map((line) => [line.seq, erased.has(line.seq) ? withoutSalt(line) : line]))
}

const withoutSalt = ({ salt: _, ...line }: HashInputs): HashInputs => line
