import * as z from 'zod/mini'
import { openJobFold } from '#core/job/fold/job-fold.ts'
import type { Job } from '#core/job/job.ts'
import type { JobEvent } from '#core/job/messages.ts'
import { fieldsSet, isSetting, type SettingCommand, withSeen } from '#core/job/seen-values.ts'
import { type Audience, visible } from '#core/model/access.ts'
import type { Recorded } from '#core/model/messages.ts'
import { id, instant } from '#core/model/values.ts'
import { type Change, change, diff } from './changes.ts'

/** What a refused value met: `differences` are from the refused values to those that stand, set by `actorId` at `at`. */
export const valueConflict = z.object({ differences: z.array(change), actorId: z.optional(id), at: instant })
export type ValueConflict = z.infer<typeof valueConflict>

/** Who set the value that a refused command would have replaced, and when, as far as its giver may know. */
export function lastValueChange(
  history: readonly Recorded<JobEvent>[],
  command: SettingCommand,
  audience: Audience,
): ValueConflict | undefined {
  const fold = openJobFold()
  let found: Recorded<JobEvent> | undefined
  for (const event of history) {
    const { before, after } = fold.add(event)
    const [from, to] = [before, after].map((one) => JSON.stringify(valuesIn(seenBy(audience, one), command)))
    if (from !== to) found = event
  }
  const job = seenBy(audience, fold.job())
  if (!found) return undefined
  const { type, data } = command
  const given = type === 'DeleteBooking' ? {} : data
  const task = 'taskId' in data ? job?.jobDescriptions.find((one) => one.taskId === data.taskId) : undefined
  const differences = diff(fieldsSet[type], given, valuesIn(job, command) ?? {}, task?.description)
  return {
    differences: differences.length > 0 ? differences : invoiceDifferences(command, job),
    at: found.happenedAt,
    ...(found.actorId === undefined ? {} : { actorId: found.actorId }),
  }
}

const seenBy = (audience: Audience, job: Job | undefined) => job && visible(audience, job)

/** How the invoice that a command would have made differs from the one that stands. Only the office gives such a command. */
function invoiceDifferences({ type, data }: SettingCommand, job: Job | undefined): Change[] {
  if (type !== 'ChangeWarning' || data.warning !== 'invoiced') return []
  const { invoice, vat: invoiceVat = '' } = data
  return diff(['invoice', 'invoiceVat'], { invoice, invoiceVat }, job?.office ?? {})
}

/** The values of a job that a command sets. */
function valuesIn(job: Job | undefined, command: SettingCommand) {
  const seen = job && withSeen(job, command)
  return seen && isSetting(seen) ? seen.data.from : undefined
}
