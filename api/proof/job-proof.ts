import type { Pool, QueryConfig } from 'pg'
import { forTeam } from '#core/ledger/ledger.ts'
import type { Audience } from '#core/model/access.ts'
import type { JobProofAnswer, SignedHead } from '#core/wire/proof.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { digestOf, firstHash, hashOf } from '#ledger/log/chain.ts'
import { type ErasedDigests, erasedDigests, erasedQuery, isErased } from '#ledger/log/erasure.ts'
import { storedEvent } from '#ledger/log/read.ts'
import { readSignedHead } from '#ledger/proof/signed-head.ts'
import type { ChainChecker } from './chain-checker.ts'
import { type ChainedEventRow, chainedEventsQuery } from './chained-events.ts'

type HeadRow = { epoch: number; seq: number; hash: string; at_head: string | null }
type SignedRow = { document: SignedHead; at_signed: string | null }

/**
 * Whether a job's events are exactly as recorded, in a chain that holds through the last signed head up to the head of the company's
 * ledger. The job's own events are hashed again each time, the chain only from where it last held. Undefined when there is no
 * such job.
 */
export async function readJobProof(
  pool: Pool,
  chainChecker: ChainChecker,
  { companyId, audience, jobId }: { companyId: string; audience: Audience; jobId: string },
): Promise<JobProofAnswer | undefined> {
  const [events, heads, signed, erased] = await readInCompany(pool, companyId, queriesOf(companyId, jobId))
  const rows: ChainedEventRow[] = events.rows
  const head: HeadRow | undefined = heads.rows[0]
  const last: SignedRow | undefined = signed.rows[0]
  if (rows[0]?.stream !== 'job' || !head) return undefined

  const chain = await chainChecker.checkToHead(companyId)
  const faults = [
    brokenAmong(rows, erasedDigests(erased.rows)),
    head.at_head === head.hash ? undefined : head.seq,
    brokenSince(last),
    chain.brokenAt,
  ]
  const brokenAt = faults.filter((seq) => seq !== undefined).sort((a, b) => a - b)[0]
  const seen = audience === 'office' ? rows : rowsForTeam(rows)
  const holds = chain.seq < head.seq ? 'checking' : 'verified'
  return {
    jobId,
    state: brokenAt === undefined ? holds : 'broken',
    events: seen.length,
    firstSeq: seen[0]?.seq ?? 0,
    lastSeq: seen.at(-1)?.seq ?? 0,
    hash: (seen.at(-1)?.hash ?? firstHash).toString('hex'),
    head: { epoch: head.epoch, seq: head.seq, hash: head.hash },
    checkedUpTo: chain.seq,
    ...(last ? { signedHead: shownOf(last.document) } : {}),
    ...(brokenAt !== undefined && audience === 'office' ? { brokenAt } : {}),
  }
}

const queriesOf = (companyId: string, jobId: string): [QueryConfig, QueryConfig, QueryConfig, QueryConfig] => [
  chainedEventsQuery(companyId, jobId),
  {
    name: 'proof-head',
    text: `
        select epoch, seq, encode(hash, 'hex') hash, (select encode(e.hash, 'hex') from event e
          where e.company_id = h.company_id and e.seq = h.seq) at_head
        from company_head h where company_id = $1`,
    values: [companyId],
  },
  {
    name: 'proof-signed-head',
    text: `
        select document, (select encode(e.hash, 'hex') from event e
          where e.company_id = s.company_id and e.seq = s.seq) at_signed
        from signed_head s where company_id = $1 order by epoch desc, seq desc limit 1`,
    values: [companyId],
  },
  erasedQuery(companyId),
]

/** The first of a job's events that is neither as recorded nor what an erasure left, or whose version is out of order. */
const brokenAmong = (rows: readonly ChainedEventRow[], erased: ErasedDigests): number | undefined =>
  rows.find((row, index) => {
    const previous = row.seq === 1 ? firstHash : row.previous
    const digest = digestOf(row.salt, row.data)
    const isWritten = row.digest.equals(digest) || isErased(erased, row.seq, digest.toString('hex'))
    return previous?.length !== 32 || !isWritten || row.version !== index + 1 || !row.hash.equals(hashOf(previous, row))
  })?.seq

const brokenSince = (last: SignedRow | undefined): number | undefined =>
  last && !(last.at_signed === last.document.head.hash && readSignedHead(JSON.stringify(last.document)))
    ? last.document.head.seq
    : undefined

const rowsForTeam = (rows: readonly ChainedEventRow[]) => {
  const shown = new Set(forTeam(rows.map(storedEvent)).map((one) => one.seq))
  return rows.filter((one) => shown.has(one.seq))
}

const shownOf = ({ head: { seq, hash, signedAt, keyId } }: SignedHead) => ({ seq, hash, signedAt, keyId })
