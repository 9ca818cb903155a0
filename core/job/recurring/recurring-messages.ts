import * as z from 'zod/mini'
import { capitalised, mostTasks } from '#core/job/values.ts'
import { type Message, officeOnly } from '#core/model/messages.ts'
import { day, givenDay, id, pence, text } from '#core/model/values.ts'

/** The recurring work that a job was made from: for which of its dates, and what it was called then. */
export const ofRecurringWork = z.strictObject({
  recurringId: id,
  date: day,
  title: text(200),
  /** Set for a check whose date the law moves if it is not done in time. */
  check: z.optional(z.literal(true)),
})
export type OfRecurringWork = z.infer<typeof ofRecurringWork>

export const recurringJobEvents = {
  JobOfRecurringWork: officeOnly(ofRecurringWork),
}

const task = z.strictObject({ taskId: id, description: text(5_000), price: z.optional(pence) })

/** Commands that the server alone gives, and no device knows. */
export const recurringJobCommands = {
  /** When the job of a date of recurring work is to be made. */
  CreateRecurringJob: z.strictObject({
    jobId: id,
    /** As the site is called, which no event may hold longer. */
    apartmentName: text(600).check(z.refine((name) => capitalised(name).length <= 600)),
    apartmentId: id,
    createdAt: givenDay,
    tasks: z.array(task).check(z.maxLength(mostTasks)),
    recurring: ofRecurringWork,
  }),
}
export type RecurringJobCommand = Message<typeof recurringJobCommands>
