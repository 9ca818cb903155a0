import { connect } from '#ledger/database/connect.ts'
import type { SignedInTest, TestServer } from '#test/server/server.ts'
import { sampleHistory, storeEvents } from './stored-history.ts'

/** Inserts this many job events directly into a company's ledger, as if written over years. Their hashes form no chain. */
export async function addLongHistory({ database }: TestServer, { user: { companyId } }: SignedInTest, length: number) {
  const owner = connect(database.url, undefined, { max: 1, queryTimeout: 60_000 })
  const { rows } = await owner.query<{ seq: number }>('select seq from company_head where company_id = $1', [companyId])
  const known = rows[0]?.seq ?? 0
  const events = sampleHistory(20261121, length).filter((event) => event.stream === 'job')
  await storeEvents(
    owner,
    events.map((event, index) => ({ ...event, companyId, seq: known + index + 1 })),
  )
  await owner.end()
}

/** Changes the site of a company's first job in the live row only, as a faulty fold would have. */
export async function spoilJobRow({ database }: TestServer, { user: { companyId } }: SignedInTest, site: string) {
  const pool = connect(database.url, 'fettle_projector', { max: 1 })
  const update = 'update job_row set apartment_name = $2 where company_id = $1 and number = 1'
  const { rowCount } = await pool.query(update, [companyId, site])
  await pool.end()
  if (!rowCount) throw new Error('The first job is not projected yet')
}
