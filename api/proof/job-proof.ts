import { type Expression, sql } from 'kysely'
import type { Pool } from 'pg'
import { forTeam } from '#core/ledger/ledger.ts'
import type { Audience } from '#core/model/access.ts'
import { faultOfData, type RecordedErasures } from '#core/proof/recorded-erasures.ts'
import type { JobProofAnswer, SignedHead } from '#core/wire/proof.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { compareData, firstHash, hashOf } from '#ledger/log/chain.ts'
import { erasuresQuery, genuineErasures } from '#ledger/log/erasure.ts'
import { storedEvent } from '#ledger/log/read.ts'
import { readSignedHead } from '#ledger/proof/signed-head.ts'
import type { ChainChecker } from './chain-checker.ts'
import { type ChainedEventRow, chainedEventsQuery } from './chained-events.ts'

type SignedRow = { document: SignedHead; at_signed: string | null }

/** `upTo` is the version of the last event to speak of; all are checked. */
type Asked = { companyId: string; audience: Audience; jobId: string; upTo?: number | undefined }

/**
 * Whether a job's events are exactly as recorded, in a chain that holds through the last signed head up to the head of the company's
 * ledger. The job's own events are hashed again each time, the chain only from where it last held. Undefined when there is no
 * such job.
 */
export async function readJobProof(
  pool: Pool,
  chainChecker: ChainChecker,
  { companyId, audience, jobId, upTo = Number.POSITIVE_INFINITY }: Asked,
): Promise<JobProofAnswer | undefined> {
  const [events, heads, signed, erased] = await readInCompany(pool, companyId, [
    chainedEventsQuery(companyId, jobId),
    headOf({ companyId }),
    lastSigned({ companyId }),
    erasuresQuery(companyId),
  ])
  const { rows } = events
  const [head] = heads.rows
  const [last] = signed.rows
  if (rows[0]?.stream !== 'job' || !head) return undefined

  const chain = await chainChecker.checkToHead(companyId)
  const faults = [
    brokenAmong(rows, genuineErasures(erased.rows)),
    head.at_head === head.hash ? undefined : head.seq,
    brokenSince(last),
    chain.brokenAt,
  ]
  const brokenAt = faults.filter((seq) => seq !== undefined).sort((a, b) => a - b)[0]
  const seen = (audience === 'office' ? rows : rowsForTeam(rows)).filter(({ version }) => version <= upTo)
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

const hex = (hash: Expression<Buffer>) => sql<string>`encode(${hash}, 'hex')`

/** The head, and as `at_head` the hash of its event. */
const headOf = statement('proof-head', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('company_head')
    .select(({ ref, selectFrom }) => [
      'epoch',
      'seq',
      hex(ref('hash')).as('hash'),
      selectFrom('event')
        .select((event) => hex(event.ref('event.hash')).as('hash'))
        .whereRef('event.company_id', '=', 'company_head.company_id')
        .whereRef('event.seq', '=', 'company_head.seq')
        .as('at_head'),
    ])
    .where('company_id', '=', p.companyId),
)

/** The last signed head, and as `at_signed` the hash of its event now. */
const lastSigned = statement('proof-signed-head', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('signed_head')
    .select(({ ref, selectFrom }) => [
      ref('document').$castTo<SignedHead>().as('document'),
      selectFrom('event')
        .select((event) => hex(event.ref('event.hash')).as('hash'))
        .whereRef('event.company_id', '=', 'signed_head.company_id')
        .whereRef('event.seq', '=', 'signed_head.seq')
        .as('at_signed'),
    ])
    .where('company_id', '=', p.companyId)
    .orderBy('epoch', 'desc')
    .orderBy('seq', 'desc')
    .limit(1),
)

/** A row's data with digest and salt in hex. */
const inHex = ({ digest, salt, data }: ChainedEventRow) => ({
  digest: digest.toString('hex'),
  salt: salt.toString('hex'),
  data,
})

/** The first of a job's events that is neither as recorded nor what an erasure left, or whose version is out of order. */
const brokenAmong = (rows: readonly ChainedEventRow[], erased: RecordedErasures): number | undefined =>
  rows.find((row, index) => {
    const previous = row.seq === 1 ? firstHash : row.previous
    const isWritten = !faultOfData(row, compareData(inHex(row)), erased.get(row.seq))
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
