import type pg from 'pg'
import { jobRef } from '#core/job/values.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { liveGeneration } from '#ledger/read-models/live-generation.ts'
import type { ImportedJob, ImportRun } from './import-file.ts'
import type { Refused } from './row-commands.ts'

/** Refuses what is a job already, made of the same row before or by a person for the same site and work order. */
export const refusingRepeats =
  (pool: pg.Pool, companyId: string): NonNullable<ImportRun['refusalOf']> =>
  async (jobs, known) => {
    const others = await readSameOrders(pool, companyId, jobs)
    return new Map(
      jobs.flatMap((job): [string, Refused][] => {
        const number = known.get(job.jobId)?.number ?? others.get(keyOf(job))
        if (number === undefined) return []
        const { workOrder } = job
        const reason = `Same site and work order as job ${jobRef(number)}.`
        const refused: Refused = workOrder
          ? { reason, field: 'workOrder', value: workOrder }
          : { reason: `Imported before, as job ${jobRef(number)}.`, field: 'apartmentName', value: job.site }
        return [[job.jobId, refused]]
      }),
    )
  }

const keyOf = ({ site, workOrder }: Pick<ImportedJob, 'site' | 'workOrder'>) => JSON.stringify([site, workOrder])

/**
 * The numbers of other jobs that are for one of these sites and orders. A row's own job may be made at this moment, by a process that
 * the import was taken from.
 */
async function readSameOrders(pool: pg.Pool, companyId: string, jobs: readonly ImportedJob[]) {
  const ordered = jobs.filter((job) => job.workOrder)
  if (ordered.length === 0) return new Map<string, number>()
  const [{ rows }] = await readInCompany(pool, companyId, [
    {
      name: 'same-orders',
      text: `
        select number, apartment_name, work_order from job_row
        join unnest($2::text[], $3::text[], $4::uuid[]) asked (site, work, own)
          on apartment_name = site and work_order = work and job_id <> own
        where company_id = $1 and generation = ${liveGeneration('$1', `'job-rows'`)}`,
      values: [
        companyId,
        ordered.map((job) => job.site),
        ordered.map((job) => job.workOrder),
        ordered.map((job) => job.jobId),
      ],
    },
  ])
  return new Map(
    rows.map((row) => [
      keyOf({ site: String(row.apartment_name), workOrder: String(row.work_order) }),
      Number(row.number),
    ]),
  )
}
