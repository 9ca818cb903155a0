import type pg from 'pg'
import { forCompany } from '#ledger/database/connect.ts'
import { withDedicatedConnection } from '#ledger/database/dedicated-connection.ts'
import { erasedDigests, erasedQuery } from '#ledger/log/erasure.ts'
import type { Head } from '#ledger/log/read.ts'
import { diagnose } from './diagnose.ts'
import { createEventChecker, type Fault } from './event-checker.ts'
import { readHashed } from './hashed-events.ts'

export type { Fault } from './event-checker.ts'

/** A hash that a company's ledger is known to have had at a seq. */
export type KnownHead = { seq: number; hash: string }

/**
 * Whether a ledger still has what it is known to have had. `holds`: the event at that seq has that hash, and the chain holds up
 * to it. `differs`: it has another, so that something up to there was written anew. `gone`: the ledger ends before it.
 * `unproven`: the chain breaks before it.
 */
export type KnownHeadState = 'holds' | 'differs' | 'gone' | 'unproven'

/**
 * How one company's ledger was found: `events` hold, and then the fault if there is one. `head` is missing with its row.
 * `known` has the state of each head that it was held against, in their order.
 */
export type Verification = {
  companyId: string
  events: number
  head?: { epoch: number; seq: number; hash: string }
  fault?: Fault
  known?: KnownHeadState[]
}

export type VerifyOptions = {
  /** Only this company; all if not given. */
  companyId?: string
  /** What a company's ledger is held against. */
  knownHeads?: (companyId: string) => Promise<readonly KnownHead[]>
  /** Called after each batch with the number of events of the company that were checked so far. */
  onProgress?: (progress: { companyId: string; events: number }) => void
}

/** Computes every digest and hash again, company by company. For all companies the pool's role must see them all. */
export async function verifyLedger(pool: pg.Pool, options: VerifyOptions = {}): Promise<Verification[]> {
  return withDedicatedConnection(pool, async (client) => {
    const found: Verification[] = []
    for (const one of options.companyId === undefined ? await companies(client) : [options.companyId])
      found.push(await verifyCompany(client, one, options))
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
  const wanted = new Set(known.map((one) => one.seq))
  const had = new Map<number, string>()
  const checker = createEventChecker(companyId, (seq, hash) => wanted.has(seq) && had.set(seq, hash))
  for (;;) {
    // The events with the head at the same moment, so that appends may go on meanwhile.
    const { head, isLast, fault } = await inSnapshot(client, companyId, async () => {
      const head = await readHead(client, companyId)
      const erased = erasedDigests((await client.query(erasedQuery(companyId))).rows)
      const after = checker.place().seq
      let count = 0
      let fault: Fault | undefined
      for await (const events of readHashed(client, { companyId, after, limit: batch, data: true })) {
        count += events.length
        fault ??= checker.check(events, erased)
      }
      const isLast = count < batch
      if (isLast) fault ??= checker.checkHead(head)
      const place = checker.place()
      return { head, isLast, fault: fault && (await diagnose(client, { companyId, fault, place, head })) }
    })
    const { seq } = checker.place()
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

async function inSnapshot<T>(client: pg.ClientBase, companyId: string, work: () => Promise<T>): Promise<T> {
  await client.query('begin isolation level repeatable read read only')
  await client.query(forCompany(companyId))
  const result = await work()
  await client.query('commit')
  return result
}

async function readHead(client: pg.ClientBase, companyId: string): Promise<Head | undefined> {
  const { rows } = await client.query<Head>(
    `select epoch, seq, encode(hash, 'hex') hash, last_number "lastNumber" from company_head where company_id = $1`,
    [companyId],
  )
  return rows[0]
}

/** Every company that has a head or an event, by one index probe each. */
async function companies(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ company_id: string }>(`
    with recursive present as (
      (select company_id from event order by company_id limit 1)
      union all
      select (select company_id from event where company_id > present.company_id order by company_id limit 1)
      from present where present.company_id is not null
    )
    select company_id from company_head
    union
    select company_id from present where company_id is not null
    order by company_id`)
  return rows.map((one) => one.company_id)
}
