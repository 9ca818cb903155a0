/** When the user last tapped a number of a job, by job. A call is proof of an attempt at a closed door. */
const calls = new Map<string, string>()

/** Remembers that the user calls a number of this job now. */
export const noteCall = (jobId: string) => void calls.set(jobId, new Date().toISOString())

const recent = 2 * 3_600_000

/** When the user last called a number of this job, if that was in the last two hours. */
export function lastCall(jobId: string): string | undefined {
  const at = calls.get(jobId)
  return at !== undefined && Date.now() - Date.parse(at) < recent ? at : undefined
}
