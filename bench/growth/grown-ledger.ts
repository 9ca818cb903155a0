import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { fillUnevenLedger } from '#bench/harness/fill-ledger.ts'
import { startProjectors } from '#bench/harness/measured-processes.ts'
import { projections } from '#core/projections/projections.ts'
import { migrate } from '#migrations/migrate.ts'
import { companySizes } from './company-sizes.ts'

/** Companies of at most this size are measured, so that every ledger is asked for the same kind of company. */
const typicalJobs = 50

/** A database with so many companies, all of whose rows are folded. */
export type GrownLedger = {
  companies: number
  url: string
  /** The ids of its companies of usual size. */
  typical: readonly string[]
}

/** Fills a database of its own beside another, whose server it shares. */
export async function growLedger(besideUrl: string, companies: number): Promise<GrownLedger> {
  const url = new URL(besideUrl)
  url.pathname += `_${companies}`
  await working(besideUrl, (owner) => owner.query(`create database ${url.pathname.slice(1)}`))
  await migrate(url.href)
  const sizes = companySizes(companies)
  const typical = await working(url.href, async (owner) => {
    await fillUnevenLedger(owner, sizes)
    // Otherwise the API would try to sign each of them, and their hashes are made up.
    await owner.query(
      `insert into signed_head (company_id, epoch, seq, signed_at, document, stored_at)
        select company_id, epoch, seq, now(), '{}', now() from company_head`,
    )
    const { rows } = await owner.query<{ id: string }>(
      'select company_id id from company_head where last_number <= $1 order by 1',
      [typicalJobs],
    )
    return rows.map((one) => one.id)
  })
  const projectors = await startProjectors(url.href, 1)
  await working(url.href, untilFolded)
  await projectors.stop()
  await working(url.href, (owner) => owner.query('vacuum (analyze)'))
  return { companies, url: url.href, typical }
}

/** Until every projection of every company has its newest event. */
export async function untilFolded(owner: pg.Client) {
  for (;;) {
    const { rowCount } = await owner.query(
      `select from company_head h where $1 <> (
        select count(*) from checkpoint c where c.company_id = h.company_id and c.status = 'live' and c.seq >= h.seq) limit 1`,
      [projections.length],
    )
    if (rowCount === 0) return
    await wait(500)
  }
}

/** Works as the owner of a database. */
export async function working<Result>(url: string, work: (owner: pg.Client) => Promise<Result>): Promise<Result> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}
