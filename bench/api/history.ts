import type pg from 'pg'
import { readCompanyHistory } from '#api/history/read-history.ts'
import { eventsPerJob, fillLedger } from '#bench/harness/fill-ledger.ts'
import { alternate, medianTime, printRows, type Row, row } from '#bench/harness/measure.ts'
import { type HistoryQuery, historyPageSize } from '#core/wire/history.ts'
import { connect, readInCompany } from '#ledger/database/connect.ts'
import { eventColumns } from '#ledger/log/read.ts'
import { fillJobRows } from '#test/histories/many-job-rows.ts'

type Case = { name: string; query: HistoryQuery; where: string }

/**
 * Compares the API's read of the first page of a company's history in a ledger of a million events, with every detail of each
 * entry, with the fastest SQL that returns just the events in the same kind of transaction. For a period, that SQL is given
 * the last seq, which the API has to find. The database must be migrated.
 */
export async function benchHistory(
  databaseUrl: string,
  { events = 1_000_000, rounds = 5, reads = 400 } = {},
): Promise<Row[]> {
  const owner = connect(databaseUrl, undefined, { max: 1, queryTimeout: 900_000 })
  const api = connect(databaseUrl, 'fettle_api', { max: 2 })
  try {
    await fillLedger(owner, 1, events / eventsPerJob)
    const { rows: heads } = await owner.query<{ company_id: string }>('select company_id from company_head')
    const companyId = heads[0]?.company_id ?? ''
    await siteRows(databaseUrl, companyId)
    await owner.query('vacuum (analyze) job_row, checkpoint')
    // Otherwise the pages dirtied by filling would be written during the first measurement.
    await owner.query('checkpoint')
    const { rows: people } = await owner.query<{ actor_id: string }>('select actor_id from event limit 1')
    const { rows: ends } = await owner.query<{ seq: number }>(
      `select max(seq) as seq from event where company_id = $1 and recorded_at < '2026-03-16Z'`,
      [companyId],
    )
    const measured: Row[] = []
    for (const one of casesOf(people[0]?.actor_id ?? '', ends[0]?.seq ?? 0)) {
      const { ours, floor } = await alternate(
        {
          ours: () => medianTime(reads, () => readCompanyHistory(api, companyId, one.query, new Date())),
          floor: () => medianTime(reads, () => bareRead(api, companyId, one)),
        },
        rounds,
      )
      const name = `first page of ${one.name}, ${events.toLocaleString('en-GB')} events`
      measured.push(row(name, 'ms', { ours, floor, most: 3 }))
    }
    return measured
  } finally {
    await Promise.all([owner.end(), api.end()])
  }
}

/** Writes the jobs' rows with their sites, as the projector would. */
async function siteRows(databaseUrl: string, companyId: string) {
  const projector = connect(databaseUrl, 'fettle_projector', { max: 1, queryTimeout: 300_000 })
  await fillJobRows(projector, companyId, 1)
  await projector.query('delete from job_row where company_id = $1', [companyId])
  await projector.query(
    `insert into job_row
      select company_id, 1, stream_id, number, 'pending', '', data ->> 'apartmentName', '2026-03-02', null, null, '{}', 0, 0, '{}', '', ''
      from event where company_id = $1 and type = 'JobCreated'`,
    [companyId],
  )
  await projector.end()
}

const casesOf = (actorId: string, end: number): Case[] => [
  { name: 'everything', query: {}, where: '' },
  { name: 'a person', query: { person: actorId }, where: `and actor_id = '${actorId}'` },
  { name: 'a kind', query: { kind: 'images' }, where: `and type in ('ImageAdded', 'ImageDescribed', 'ImageDeleted')` },
  {
    name: 'a site',
    query: { site: '14 Marlowe Court' },
    // A filter rather than a join, which the planner would start from the wrong end.
    where: `and (stream_id in (
      select job_id from job_row
      where company_id = $1 and generation = 1 and apartment_name = '14 Marlowe Court')) is true`,
  },
  {
    name: 'a week',
    query: { from: '2026-03-09', to: '2026-03-15' },
    where: `and recorded_at >= '2026-03-09Z' and recorded_at < '2026-03-16Z' and seq <= ${end}`,
  },
]

const bareRead = (pool: pg.Pool, companyId: string, { name, where }: Case) => {
  const columns = `${eventColumns}, encode(hash, 'hex') as hash`
  const text = `select ${columns} from event where company_id = $1 ${where} order by seq desc limit ${historyPageSize}`
  return readInCompany(pool, companyId, [{ name: `bare ${name}`, text, values: [companyId] }])
}

if (import.meta.main)
  printRows(await benchHistory(process.env.DATABASE_URL ?? '', { events: Number(process.argv[2] ?? 1_000_000) }))
