import * as z from 'zod/mini'
import { jobStatuses, taskStatuses, warnings } from '#core/job/values.ts'

/** Apart from the values themselves, which the first screen shows without loading zod. */
export const jobStatus = z.enum(jobStatuses)
export const taskStatus = z.enum(taskStatuses)
export const warning = z.enum(warnings)
/** The statuses besides 'booked' of a job whose visit can be booked: one of its tasks is open. */
export const statusBesideBooked = z.enum(['pending', 'cancelled', 'quote sent', 'to estimate'])
