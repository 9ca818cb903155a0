import type pg from 'pg'
import type { SignedHead } from '#core/wire/proof.ts'
import { transact } from '#ledger/database/connect.ts'
import { withDedicatedConnection } from '#ledger/database/dedicated-connection.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { headDigest, readSignedHead } from './signed-head.ts'

/**
 * The first fault in the log of signed heads. `missing`: no head has this place. `altered`: what is there is not a signed head, or not
 * as it was signed. `order`: it does not sign the head before it. `key`: it was signed by a key that is not trusted. `company`: its
 * company has no ledger. `companies`: more companies had a ledger when it was signed than have one now. `end`: the log ends before or
 * after the end that is noted. Heads from before there was a log have no place.
 */
export type LogFault = {
  place?: number
  reason: 'missing' | 'altered' | 'order' | 'key' | 'company' | 'companies' | 'end'
  companyId?: string
}

/**
 * The number of heads in the log, of those from before it, and of companies with a ledger; the keys that signed; when the log's last
 * valid head was signed; the first fault.
 */
export type LogVerification = {
  heads: number
  older: number
  companies: number
  keyIds: string[]
  signedAt?: string
  fault?: LogFault
}

/**
 * Checks that every head ever signed by this installation is still there, in the order of signing, and that every company which had a
 * ledger then has one now. `trusted` are the ids of the keys to trust; without them any key may have signed. Whether the ledgers
 * agree with the heads is for verifyLedger to check. The pool's role must see all companies.
 */
export const verifyInstallationLog = (pool: pg.Pool, trusted?: readonly string[]): Promise<LogVerification> =>
  withDedicatedConnection(pool, (client) =>
    transact(client, () => verifyLog(client, trusted), 'isolation level repeatable read read only'),
  )

async function verifyLog(client: pg.ClientBase, trusted: readonly string[] | undefined): Promise<LogVerification> {
  const present = new Set((await rowsOf(client, companiesWithLedger({}))).map((one) => one.company_id))
  const [end] = await rowsOf(client, endOfLog({}))
  const keyIds = new Set<string>()
  const found = { heads: 0, older: 0, companies: present.size }
  let last: SignedHead['head'] | undefined
  const result = (fault?: LogFault) => ({
    ...found,
    keyIds: [...keyIds],
    ...(last ? { signedAt: last.signedAt } : {}),
    ...(fault ? { fault } : {}),
  })

  for await (const row of headsInOrder(client)) {
    const signed = readSignedHead(JSON.stringify(row.document))
    const where = { companyId: row.company_id, ...(row.place === null ? {} : { place: row.place }) }
    const reason = signed ? faultOf(row, signed.head, last) : 'altered'
    if (reason === 'missing') return result({ place: (last?.log?.place ?? 0) + 1, reason })
    if (reason || !signed) return result({ ...where, reason: reason ?? 'altered' })
    const { head } = signed
    keyIds.add(head.keyId)
    if (trusted && !trusted.includes(head.keyId)) return result({ ...where, reason: 'key' })
    if (!present.has(head.companyId)) return result({ ...where, reason: 'company' })
    found.heads += head.log ? 1 : 0
    found.older += head.log ? 0 : 1
    last = head.log ? head : last
  }
  const isEnd = end && end.place === found.heads && (!last || end.digest.toString('hex') === headDigest(last))
  if (!isEnd && (end || last)) return result({ place: found.heads + 1, reason: 'end' })
  const hasAll = (last?.log?.companies ?? 0) <= present.size
  return result(hasAll ? undefined : { place: found.heads, reason: 'companies' })
}

/** What is wrong with a validly signed head beside the last one of the log before it. */
function faultOf(row: HeadRow, head: SignedHead['head'], last: SignedHead['head'] | undefined) {
  const isItsRow = row.company_id === head.companyId && row.epoch === head.epoch && row.seq === head.seq
  if (!isItsRow || row.place !== (head.log?.place ?? null)) return 'altered'
  if (!head.log) return undefined
  if (head.log.place !== (last?.log?.place ?? 0) + 1) return 'missing'
  const follows = head.log.previous === (last ? headDigest(last) : '0'.repeat(64))
  return follows && head.log.companies >= (last?.log?.companies ?? 0) ? undefined : 'order'
}

type HeadRow = { company_id: string; epoch: number; seq: number; place: number | null; document: unknown }

const batch = 10_000

/** All heads: those of the log in its order, then the older ones. */
async function* headsInOrder(client: pg.ClientBase): AsyncGenerator<HeadRow> {
  for (let after = 0, rows: HeadRow[] = []; ; ) {
    rows = await rowsOf(client, placedHeads({ after, limit: batch }))
    yield* rows
    after = rows.at(-1)?.place ?? after
    if (rows.length < batch) break
  }
  yield* await rowsOf(client, olderHeads({}))
}

const columns = ['company_id', 'epoch', 'seq', 'place', 'document'] as const

const placedHeads = statement('placed-heads', (p: Parameters<{ after: number; limit: number }>) =>
  db.selectFrom('signed_head').select(columns).where('place', '>', p.after).orderBy('place').limit(p.limit),
)

/** A place that no head can have been given is among them, so that such a row is looked at as well. */
const olderHeads = statement('older-heads', () =>
  db
    .selectFrom('signed_head')
    .select(columns)
    .where((head) => head.or([head('place', 'is', null), head('place', '<=', 0)]))
    .orderBy('company_id')
    .orderBy('epoch')
    .orderBy('seq'),
)

/** The place and digest of the last head in the log, or no row. */
export const endOfLog = statement('end-of-head-log', () =>
  db.selectFrom('installation_head').select(['place', 'digest']),
)

const companiesWithLedger = statement('companies-with-ledger', () =>
  db
    .selectFrom('company_head')
    .select('company_id')
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('event').whereRef('event.company_id', '=', 'company_head.company_id').select('event.seq')),
    ),
)
