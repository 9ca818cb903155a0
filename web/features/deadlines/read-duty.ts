import type { Duty, DutyOffice } from '#core/job/duties/duty.ts'
import type { JobAnswer } from '#core/wire/jobs/jobs.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { readNow } from '#web/sync/read-now.ts'

/** Reads a hazard or service level from the server, with what the office alone knows of it. Throws a call failure without an answer. */
export async function readDuty(jobId: string, dutyId: string): Promise<{ duty?: Duty; office?: DutyOffice }> {
  const { job } = await readNow<JobAnswer>(pathTo(paths.job, { jobId }))
  const duty = job.duties?.find((one) => one.dutyId === dutyId)
  const office = job.office?.duties?.[dutyId]
  return { ...(duty ? { duty } : {}), ...(office ? { office } : {}) }
}
