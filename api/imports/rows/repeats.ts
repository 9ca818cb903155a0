import { sql } from 'kysely'
import type pg from 'pg'
import type { Refused } from '#core/imports/read-row.ts'
import { jobRef } from '#core/job/values.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'
import type { ImportRun } from './import-file.ts'
import type { ImportedJob } from './row-commands.ts'

/** Refuses rows that already are jobs: imported before, or created by a person for the same site and work order. */
export const refusingRepeats =
  (pool: pg.Pool, companyId: string): NonNullable<ImportRun['refusalOf']> =>
  async (jobs, known) => {
    const others = await readSameOrders(pool, companyId, jobs)
    return refusalsOf(jobs, (job) => known.get(job.jobId)?.number ?? others.get(keyOf(job)))
  }

/**
 * Refuses rows that a person has created as jobs. Those imported before are left to the log, which accepts the same command once:
 * so a command line that was interrupted can be run again.
 */
export const refusingJobsOfPeople =
  (pool: pg.Pool, companyId: string): NonNullable<ImportRun['refusalOf']> =>
  async (jobs, known) => {
    const others = await readSameOrders(pool, companyId, jobs)
    return refusalsOf(jobs, (job) => (known.has(job.jobId) ? undefined : others.get(keyOf(job))))
  }

const refusalsOf = (jobs: readonly ImportedJob[], numberOf: (job: ImportedJob) => number | undefined) =>
  new Map(
    jobs.flatMap((job): [string, Refused][] => {
      const number = numberOf(job)
      if (number === undefined) return []
      const { workOrder } = job
      const reason = `Same site and work order as job ${jobRef(number)}.`
      const refused: Refused = workOrder
        ? { reason, field: 'workOrder', value: workOrder }
        : { reason: `Already imported as job ${jobRef(number)}.`, field: 'apartmentName', value: job.site }
      return [[job.jobId, refused]]
    }),
  )

const keyOf = ({ site, workOrder }: Pick<ImportedJob, 'site' | 'workOrder'>) => JSON.stringify([site, workOrder])

/**
 * The numbers of other jobs with one of these sites and work orders. A row's own job is excluded: the process that lost the
 * import's lease may be creating it right now.
 */
async function readSameOrders(pool: pg.Pool, companyId: string, jobs: readonly ImportedJob[]) {
  const ordered = jobs.filter((job) => job.workOrder)
  if (ordered.length === 0) return new Map<string, number>()
  const orders = {
    sites: ordered.map((job) => job.site),
    workOrders: ordered.map((job) => job.workOrder),
    jobIds: ordered.map((job) => job.jobId),
  }
  const [{ rows }] = await readInCompany(pool, companyId, [sameOrders({ companyId, ...orders })])
  return new Map(rows.map((row) => [keyOf({ site: row.apartment_name, workOrder: row.work_order }), row.number]))
}

type Orders = { companyId: string; sites: string[]; workOrders: string[]; jobIds: string[] }

const sameOrders = statement('import-same-orders', (p: Parameters<Orders>) =>
  db
    .selectFrom('job_row')
    .innerJoin(
      sql<{ site: string; work: string; own: string }>`
        unnest(${p.sites}::text[], ${p.workOrders}::text[], ${p.jobIds}::uuid[])`.as<'file_row'>(
        sql`file_row (site, work, own)`,
      ),
      (join) => join.onRef('apartment_name', '=', 'site').onRef('work_order', '=', 'work').onRef('job_id', '<>', 'own'),
    )
    .select(['number', 'apartment_name', 'work_order'])
    .where('company_id', '=', p.companyId)
    .where('generation', '=', liveOf(p.companyId, 'job-rows').select('generation')),
)
