import type pg from 'pg'
import { inSnapshot } from '#ledger/database/connect.ts'
import { withDedicatedConnection } from '#ledger/database/dedicated-connection.ts'
import { rowsOf } from '#ledger/database/statement.ts'
import { hashAfter } from '#ledger/log/chain.ts'
import { companyHead } from '#ledger/log/read.ts'
import { readHashed } from './hashed-events.ts'

/** A position in a company's chain: the hash of the event at `seq`. */
export type ChainLink = { seq: number; hash: string }

/** How far the chain is valid, and the seq at which it breaks, if it does. */
export type CheckedChain = ChainLink & { brokenAt?: number }

const batch = 10_000

/**
 * Checks a company's chain of hashes from a valid link up to its head. The data of the events is not read, which makes this several
 * times faster than verifying them. `onProgress` is called after each batch.
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
      let count = 0
      let holds = true
      // Events and head from one snapshot, so that concurrent appends do no harm.
      const found = await inSnapshot(client, companyId, async () => {
        const [head] = await rowsOf(client, companyHead({ companyId }))
        for await (const events of readHashed(client, { companyId, after: seq, limit: batch, data: false })) {
          count += events.length
          for (const event of events) {
            holds &&= event.seq === seq + 1 && event.hash === hashAfter(hash, companyId, event.seq, event)
            if (holds) ({ seq, hash } = event)
          }
        }
        return head
      })
      if (!holds) return { seq, hash, brokenAt: seq + 1 }
      onProgress({ seq, hash })
      if (count === batch) continue
      const head = found ?? { seq: 0, hash }
      if (head.seq === seq) return head.hash === hash ? { seq, hash } : { seq, hash, brokenAt: seq }
      return { seq, hash, brokenAt: Math.min(head.seq, seq) + 1 }
    }
  })
