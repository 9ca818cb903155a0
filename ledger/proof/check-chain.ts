import type pg from 'pg'
import { forCompany } from '#ledger/database/connect.ts'
import { withDedicatedConnection } from '#ledger/database/dedicated-connection.ts'
import { hashAfter } from '#ledger/log/chain.ts'
import { readHashed } from './hashed-events.ts'

/** A place in a company's chain: the hash of the event at `seq`. */
export type ChainLink = { seq: number; hash: string }

/** How far the chain holds, and the seq that does not, if there is one. */
export type CheckedChain = ChainLink & { brokenAt?: number }

const batch = 10_000

/**
 * Follows a company's chain from a place that held up to its head: that each event stands where it stood, by its digest. What is in
 * the events is not read, which is several times faster than to verify them. `onProgress` is told after each batch.
 */
export const checkChain = (
  pool: pg.Pool,
  companyId: string,
  from: ChainLink,
  onProgress: (link: ChainLink) => void = () => undefined,
): Promise<CheckedChain> =>
  withDedicatedConnection(pool, async (client) => {
    let { seq, hash } = from
    for (;;) {
      // The events with the head at the same moment, so that appends may go on meanwhile.
      await client.query('begin isolation level repeatable read read only')
      await client.query(forCompany(companyId))
      const { rows } = await client.query<ChainLink>(
        `select seq, encode(hash, 'hex') hash from company_head where company_id = $1`,
        [companyId],
      )
      let count = 0
      let holds = true
      for await (const events of readHashed(client, { companyId, after: seq, limit: batch, data: false })) {
        count += events.length
        for (const event of events) {
          holds &&= event.seq === seq + 1 && event.hash === hashAfter(hash, companyId, event.seq, event)
          if (holds) ({ seq, hash } = event)
        }
      }
      await client.query('commit')
      if (!holds) return { seq, hash, brokenAt: seq + 1 }
      onProgress({ seq, hash })
      if (count === batch) continue
      const head = rows[0] ?? { seq: 0, hash }
      if (head.seq === seq) return head.hash === hash ? { seq, hash } : { seq, hash, brokenAt: seq }
      return { seq, hash, brokenAt: Math.min(head.seq, seq) + 1 }
    }
  })
