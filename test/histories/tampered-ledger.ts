import { v7 as uuid } from 'uuid'
import { digestOf, firstHash, hashOf } from '#ledger/log/chain.ts'
import type { EventRow } from '#ledger/log/read.ts'
import type { Tampering } from '#test/database/tampering.ts'

/** A stored event with what proves it. */
export type ProvenRow = EventRow & { request: Buffer; salt: Buffer; digest: Buffer; hash: Buffer }

/** What a superuser can do to a ledger behind the back of Fettle. */
export function tamperedLedger(superuser: Tampering, companyId: string) {
  const rows = async (): Promise<ProvenRow[]> =>
    (await superuser.query<ProvenRow>('select * from event where company_id = $1 order by seq', [companyId])).rows

  async function insert(row: ProvenRow) {
    const names = Object.keys(row)
    const values = names.map((_, nth) => `$${nth + 1}`)
    await superuser.query(`insert into event (${names.join(', ')}) values (${values.join(', ')})`, Object.values(row))
  }

  async function change(seq: number, changes: Partial<ProvenRow>) {
    const sets = Object.keys(changes).map((name, nth) => `${name} = $${nth + 3}`)
    const text = `update event set ${sets.join(', ')} where company_id = $1 and seq = $2`
    await superuser.query(text, [companyId, seq, ...Object.values(changes)])
  }

  /** Sets the head to match the events that are there. */
  const setHead = () =>
    superuser.query(
      `update company_head h set seq = e.seq, hash = e.hash,
        last_number = (select coalesce(max(number), 0) from event where company_id = $1)
      from (select seq, hash from event where company_id = $1 order by seq desc limit 1) e where h.company_id = $1`,
      [companyId],
    )

  return {
    rows,
    insert,
    change,
    setHead,
    /** Shifts the events from a seq onwards by one, up or down. */
    async move(from: number, by: number) {
      const text = 'update event set seq = -(seq + $3) where company_id = $1 and seq >= $2'
      await superuser.query(text, [companyId, from, by])
      await superuser.query('update event set seq = -seq where company_id = $1 and seq < 0', [companyId])
    },
    /** Computes the hashes from a seq onwards again, as they would be of what is there now, and the head. */
    async rehash(from: number) {
      let hash: Buffer = firstHash
      for (const row of await rows()) {
        if (row.seq >= from) await change(row.seq, { hash: hashOf(hash, row) })
        hash = row.seq >= from ? hashOf(hash, row) : row.hash
      }
      await setHead()
    },
    /** Appends a correctly hashed EventErased with any content. */
    async forgeErasure(events: readonly object[], actorRole: EventRow['actor_role'] = 'owner') {
      const all = await rows()
      const last = all.at(-1)
      if (!last) throw new Error('There is nothing to follow')
      const salt = Buffer.alloc(16, 7)
      const data = { events, reason: 'The tenant asked for it' }
      const row = {
        ...last,
        seq: last.seq + 1,
        stream: 'company' as const,
        stream_id: companyId,
        version: 1 + all.filter((one) => one.stream_id === companyId).length,
        type: 'EventErased',
        schema: 1,
        number: null,
        data,
        actor_role: actorRole,
        command_id: uuid(),
        ordinal: 0,
        salt,
        digest: digestOf(salt, data),
      }
      await insert({ ...row, hash: hashOf(last.hash, row) })
      await setHead()
    },
  }
}

/** The row at a seq. Throws if there is none. */
export function rowAt(rows: readonly ProvenRow[], seq: number): ProvenRow {
  const row = rows.find((one) => one.seq === seq)
  if (!row) throw new Error(`There is no event ${seq}`)
  return row
}

/** Another salt and data for an event of form 1, and what a forged erasure would say of them. */
export function remainsInForm1(seq: number, data: object, texts: readonly string[]) {
  const salt = Buffer.alloc(16, 9)
  const digest = digestOf(salt, data)
  return { change: { data, salt }, told: { seq, texts, remains: digest.toString('hex') } }
}
