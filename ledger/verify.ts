import type pg from 'pg'
import { digestOf, firstHash, hashOf } from './chain.ts'
import { readInCompany } from './connect.ts'
import { type EventRow, eventColumns } from './read.ts'

/**
 * The first thing in a company's ledger that does not hold. `missing`: the seq is not there. `digest`: the data is not what
 * was written. `hash`: something else of the event, or its place, is not. `version`, `number`: not the next of its stream,
 * or job number. `truncated`: the log ends before the seq that its head tells. `head`: the head is missing or another.
 */
export type Fault = {
  seq: number
  reason: 'missing' | 'digest' | 'hash' | 'version' | 'number' | 'truncated' | 'head'
}

/** How one company's ledger was found: `events` hold, and then the fault if there is one. `head` is missing with its row. */
export type Verification = {
  companyId: string
  events: number
  head?: { epoch: number; seq: number; hash: string }
  fault?: Fault
}

export type VerifyOptions = {
  /** Only this company; all if not given. */
  companyId?: string
  /** Called after each batch with the number of events of the company that were checked so far. */
  onProgress?: (progress: { companyId: string; events: number }) => void
}

/** Computes every digest and hash again, company by company. For all companies the pool's role must see them all. */
export async function verifyLedger(
  pool: pg.Pool,
  { companyId, onProgress = () => undefined }: VerifyOptions = {},
): Promise<Verification[]> {
  const found: Verification[] = []
  for (const one of companyId === undefined ? await companies(pool) : [companyId]) {
    found.push(await verifyCompany(pool, one, onProgress))
  }
  return found
}

type HashedRow = EventRow & { salt: Buffer; digest: Buffer; hash: Buffer }
type HeadRow = { epoch: number; seq: number; hash: Buffer; last_number: number }

const batch = 5_000

async function verifyCompany(
  pool: pg.Pool,
  companyId: string,
  onProgress: NonNullable<VerifyOptions['onProgress']>,
): Promise<Verification> {
  const walk = startWalk()
  let reading = read(pool, companyId, 0)
  for (;;) {
    const { head, rows } = await reading
    const told = head ? { epoch: head.epoch, seq: head.seq, hash: head.hash.toString('hex') } : undefined
    const last = rows.length < batch
    // The next batch is on its way while this one is checked.
    if (!last) reading = read(pool, companyId, walk.seq() + rows.length)
    const fault = walk.check(rows) ?? (last ? walk.checkHead(head) : undefined)
    onProgress({ companyId, events: walk.seq() })
    if (!fault && !last) continue
    await reading
    return { companyId, events: walk.seq(), ...(told ? { head: told } : {}), ...(fault ? { fault } : {}) }
  }
}

/** The next events with the head at the same moment, so that appends may go on meanwhile. */
async function read(pool: pg.Pool, companyId: string, after: number) {
  const [head, events] = await readInCompany(pool, companyId, [
    {
      name: 'verify-head',
      text: 'select epoch, seq, hash, last_number from company_head where company_id = $1',
      values: [companyId],
    },
    {
      name: 'verify-events',
      text: `select ${eventColumns}, salt, digest, hash from event where company_id = $1 and seq > $2 order by seq limit ${batch}`,
      values: [companyId, after],
    },
  ])
  const heads: HeadRow[] = head.rows
  const rows: HashedRow[] = events.rows
  return { head: heads[0], rows }
}

function startWalk() {
  let seq = 0
  let hash: Buffer = firstHash
  let number = 0
  const versions = new Map<string, number>()

  function faultOf(row: HashedRow): Fault['reason'] | undefined {
    if (row.seq !== seq + 1) return 'missing'
    if (!row.digest.equals(digestOf(row.salt, row.data))) return 'digest'
    if (!row.hash.equals(hashOf(hash, row))) return 'hash'
    if (row.version !== (versions.get(row.stream_id) ?? 0) + 1) return 'version'
    if (row.number !== null && row.number !== number + 1) return 'number'
  }

  return {
    seq: () => seq,
    check(rows: readonly HashedRow[]): Fault | undefined {
      for (const row of rows) {
        const reason = faultOf(row)
        if (reason) return { seq: seq + 1, reason }
        seq = row.seq
        hash = row.hash
        number = row.number ?? number
        versions.set(row.stream_id, row.version)
      }
      return undefined
    },
    checkHead(head: HeadRow | undefined): Fault | undefined {
      if (!head && seq === 0) return undefined
      if (!head || head.seq < seq) return { seq: (head?.seq ?? 0) + 1, reason: 'head' }
      if (head.seq > seq) return { seq: seq + 1, reason: 'truncated' }
      if (!head.hash.equals(hash) || head.last_number !== number) return { seq, reason: 'head' }
      return undefined
    },
  }
}

/** Every company that has a head or an event, by one index probe each. */
async function companies(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ company_id: string }>(`
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
