import { hasTexts, keepHere, keptHere } from '#web/client/here/kept-here.ts'
import { signedInAs } from '#web/client/session.ts'

/** A number of a job that somebody tapped on this device. A call is proof of an attempt at a closed door. */
type Call = { by: string; jobId: string; at: string }

const key = 'fettle.calls'
const recent = 2 * 3_600_000

/** Remembers that the user calls a number of this job now: a phone may end the page while they are on the telephone. */
export const noteCall = (jobId: string) =>
  keepHere(key, [{ by: signedInAs(), jobId, at: new Date().toISOString() }, ...recentCalls()])

/** When the user last called a number of this job, if that was in the last two hours. */
export const lastCall = (jobId: string): string | undefined =>
  recentCalls().find((one) => one.jobId === jobId && one.by === signedInAs())?.at

/** Forgets all calls, as somebody logs out. */
export const forgetCalls = async () => keepHere(key, undefined)

/** The newest first. */
function recentCalls(): readonly Call[] {
  const calls = keptHere(key)
  return Array.isArray(calls) ? calls.filter((one) => isCall(one) && Date.now() - Date.parse(one.at) < recent) : []
}

const isCall = (value: unknown): value is Call => hasTexts(value, ['by', 'jobId', 'at'])
