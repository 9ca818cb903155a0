import { sql } from 'kysely'
import pLimit from 'p-limit'
import type pg from 'pg'
import type { SignedHead } from '#core/wire/proof.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { firstHash } from '#ledger/log/chain.ts'
import { type CheckedChain, checkChain } from '#ledger/proof/check-chain.ts'
import { signNextHead } from '#ledger/proof/sign-next-head.ts'
import { type HeadKey, readSignedHead } from '#ledger/proof/signed-head.ts'
import { lastSignedHead } from '#ledger/proof/signed-heads.ts'

/** The signed head; or the first seq that does not follow from the last signed head, in which case nothing is signed. */
export type Signing = { signed: SignedHead } | { brokenAt: number }

/** Each check takes a connection of its own, so that signing many heads at once cannot use up the pool. */
const turn = pLimit(2)

type Parts = { ledgerPool: pg.Pool; headKey: HeadKey; now(): Date }

/**
 * Signs the head of a company's ledger if it has moved since it was last signed, unless that was after `unlessAfter`; returns the
 * last signed head otherwise. A ledger that does not follow from its last signed head is not signed. Undefined for a company
 * without a ledger.
 */
export async function signHeadOf(
  { ledgerPool, headKey, now }: Parts,
  companyId: string,
  unlessAfter?: Date,
): Promise<Signing | undefined> {
  const { last, holds } = await inCompany(ledgerPool, companyId, (client) => readLast(client, companyId))
  if (last && !holds) return { brokenAt: last.head.seq }
  const from = last?.head ?? { seq: 0, hash: firstHash.toString('hex') }
  const followed = await turn(() => checkChain(ledgerPool, companyId, { seq: from.seq, hash: from.hash }))
  if (followed.brokenAt !== undefined) return { brokenAt: followed.brokenAt }
  if (followed.seq === 0) return undefined
  return inCompany(ledgerPool, companyId, async (client) => {
    // One process at a time; the second finds the head that the first has signed.
    await client.query(lockHead({ companyId }))
    const newest = await lastSignedHead(client, companyId)
    const epoch = await readEpoch(client, companyId)
    if (newest && !isDue(newest, epoch, followed, unlessAfter)) return { signed: newest }
    const { seq, hash } = followed
    return {
      signed: await signNextHead(client, headKey, { companyId, epoch, seq, hash, signedAt: now().toISOString() }),
    }
  })
}

/** The last signed head, and whether its signature is valid and its event still has the signed hash. */
async function readLast(client: pg.ClientBase, companyId: string) {
  const last = await lastSignedHead(client, companyId)
  const [event] = await rowsOf(client, hashAt({ companyId, seq: last?.head.seq ?? 0 }))
  return {
    last,
    holds: event?.hash.toString('hex') === last?.head.hash && readSignedHead(JSON.stringify(last)) !== undefined,
  }
}

function isDue({ head }: SignedHead, epoch: number, followed: CheckedChain, unlessAfter?: Date) {
  const hasMoved = head.epoch < epoch || head.seq < followed.seq
  return hasMoved && (unlessAfter === undefined || Date.parse(head.signedAt) <= unlessAfter.getTime())
}

async function readEpoch(client: pg.ClientBase, companyId: string): Promise<number> {
  const [head] = await rowsOf(client, epochOf({ companyId }))
  return head?.epoch ?? 1
}

type OfCompany = Parameters<{ companyId: string }>

const epochOf = statement('head-epoch', (p: OfCompany) =>
  db.selectFrom('company_head').select('epoch').where('company_id', '=', p.companyId),
)

const hashAt = statement('hash-at', (p: Parameters<{ companyId: string; seq: number }>) =>
  db.selectFrom('event').select('hash').where('company_id', '=', p.companyId).where('seq', '=', p.seq),
)

const lockHead = statement('lock-signed-head', (p: OfCompany) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtext('signed head'), hashtext(${p.companyId}))`.as('locked')),
)
