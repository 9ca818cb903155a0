import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { digestOf, firstHash, hashAfter } from '#ledger/log/chain.ts'
import { type HashedEvent, readHashed } from '#ledger/proof/hashed-events.ts'

/** Chains the events of a filled ledger: computes their digests and hashes as `append` would have. */
export async function chainLedger(owner: pg.Client) {
  const { rows: heads } = await owner.query<{ company_id: string }>('select company_id from company_head')
  await owner.query("set session_replication_role = 'replica'")
  await owner.query('create temp table chain (company_id uuid, seq bigint, digest text, hash text)')
  for (const { company_id: companyId } of heads) {
    const events: HashedEvent[] = []
    const all = { companyId, after: 0, limit: 1_000_000, data: true }
    for await (const batch of readHashed(owner, all)) events.push(...batch)
    let hash = firstHash.toString('hex')
    const lines = events.map((event) => {
      const digest = digestOf(Buffer.from(event.salt, 'hex'), JSON.parse(event.data)).toString('hex')
      hash = hashAfter(hash, companyId, event.seq, { fields: event.fields, digest })
      return `${companyId}\t${event.seq}\t${digest}\t${hash}\n`
    })
    await pipeline(lines, owner.query(copyFrom('copy chain from stdin')))
  }
  await owner.query('create index on chain (company_id, seq)')
  await owner.query(`
    update event e set digest = decode(c.digest, 'hex'), hash = decode(c.hash, 'hex')
    from chain c where c.company_id = e.company_id and c.seq = e.seq`)
  await owner.query(`
    update company_head h set hash = e.hash from event e where e.company_id = h.company_id and e.seq = h.seq`)
  await owner.query("set session_replication_role = 'origin'")
  await owner.query('vacuum full event')
  await owner.query('analyze event')
}
