import type { Expression } from 'kysely'
import type pg from 'pg'
import { inSnapshot } from '#ledger/database/connect.ts'
import { withDedicatedConnection } from '#ledger/database/dedicated-connection.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { erasuresQuery, recordedErasures } from '#ledger/log/erasure.ts'
import { companyHead } from '#ledger/log/read.ts'
import { diagnose } from './diagnose.ts'
import { createEventChecker, type Fault } from './event-checker.ts'
import { readHashed } from './hashed-events.ts'

export type { Fault } from './event-checker.ts'

/** A hash that a company's ledger is known to have had at a seq. */
export type KnownHead = { seq: number; hash: string }

/**
 * Whether a ledger still agrees with a known head. `holds`: the event at that seq has that hash, and the chain is valid up to it.
 * `differs`: it has another hash, so the history up to it was rewritten. `gone`: the ledger ends before it. `unproven`: the chain
 * breaks before it.
 */
export type KnownHeadState = 'holds' | 'differs' | 'gone' | 'unproven'

/**
 * The result for one company: the number of valid `events`, and the first fault after them, if any. `head` is absent if the
 * ledger has none. `known` has the state of each known head, in their order.
 */
export type Verification = {
  companyId: string
  events: number
  head?: { epoch: number; seq: number; hash: string }
  fault?: Fault
  known?: KnownHeadState[]
}

export type VerifyOptions = {
  /** Verifies only this company; all by default. */
  companyId?: string
  /** The heads that a company's ledger is compared with. */
  knownHeads?: (companyId: string) => Promise<readonly KnownHead[]>
  /** Called after each batch with the number of the company's events checked so far. */
  onProgress?: (progress: { companyId: string; events: number }) => void
}

/** Recomputes every digest and hash, company by company. To verify all of them, the pool's role must see all companies. */
export async function verifyLedger(pool: pg.Pool, options: VerifyOptions = {}): Promise<Verification[]> {
  return withDedicatedConnection(pool, async (client) => {
    const found: Verification[] = []
    const { companyId } = options
    const companyIds = companyId === undefined ? await companiesOfLog(client) : [companyId]
    for (const one of companyIds) found.push(await verifyCompany(client, one, options))
    return found
  })
}

const batch = 10_000

async function verifyCompany(
  client: pg.ClientBase,
  companyId: string,
  { knownHeads, onProgress = () => undefined }: VerifyOptions,
): Promise<Verification> {
  const known = (await knownHeads?.(companyId)) ?? []
  const companyIds = new Set(known.map((one) => one.seq))
  const had = new Map<number, string>()
  const checker = createEventChecker(companyId, (seq, hash) => companyIds.has(seq) && had.set(seq, hash))
  for (;;) {
    // Events and head from one snapshot, so that concurrent appends do no harm.
    const { head, isLast, fault } = await inSnapshot(client, companyId, async () => {
      const [head] = await rowsOf(client, companyHead({ companyId }))
      const erased = recordedErasures(await rowsOf(client, erasuresQuery(companyId)))
      const after = checker.position().seq
      let count = 0
      let fault: Fault | undefined
      for await (const events of readHashed(client, { companyId, after, limit: batch, data: true })) {
        count += events.length
        fault ??= checker.check(events, erased)
      }
      const isLast = count < batch
      if (isLast) fault ??= checker.checkHead(head)
      const position = checker.position()
      return { head, isLast, fault: fault && (await diagnose(client, { companyId, fault, position, head })) }
    })
    const { seq } = checker.position()
    onProgress({ companyId, events: seq })
    if (!fault && !isLast) continue
    return {
      companyId,
      events: seq,
      ...(head ? { head: { epoch: head.epoch, seq: head.seq, hash: head.hash } } : {}),
      ...(fault ? { fault } : {}),
      ...(knownHeads ? { known: known.map((one) => stateOf(one, had.get(one.seq), seq, fault)) } : {}),
    }
  }
}

function stateOf(known: KnownHead, had: string | undefined, end: number, fault?: Fault): KnownHeadState {
  if (had !== undefined) return had === known.hash ? 'holds' : 'differs'
  return known.seq > end && (!fault || fault.reason === 'truncated' || fault.reason === 'head') ? 'gone' : 'unproven'
}

/** The ids of every company that has a head or an event, in order, with one index probe for each. */
export async function companiesOfLog(client: pg.ClientBase): Promise<string[]> {
  const found: string[] = []
  for (let after = beforeAll; ; ) {
    const [heads, events] = await Promise.all([rowsOf(client, nextHead({ after })), rowsOf(client, nextLog({ after }))])
    const [next] = [...heads, ...events].map((one) => one.company_id).toSorted()
    if (next === undefined) return found
    found.push(next)
    after = next
  }
}

const beforeAll = '00000000-0000-0000-0000-000000000000'

const nextOf = (table: 'company_head' | 'event', after: Expression<string>) =>
  db.selectFrom(table).select('company_id').where('company_id', '>', after).orderBy('company_id').limit(1)

const nextHead = statement('next-head', (p: Parameters<{ after: string }>) => nextOf('company_head', p.after))
const nextLog = statement('next-log', (p: Parameters<{ after: string }>) => nextOf('event', p.after))
