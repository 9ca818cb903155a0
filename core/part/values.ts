import * as z from 'zod/mini'
import { jobRef } from '#core/job/values.ts'
import { day, givenDay, text } from '#core/model/values.ts'

export const partStatuses = ['waiting', 'received'] as const
export const partStatus = z.enum(partStatuses)
export type PartStatus = z.infer<typeof partStatus>

/** A part's form without its status. `jobId` is the job's number; a missing date is a fault that the form reports. */
export const partForm = z.strictObject({
  name: text(200),
  reference: z.optional(text(100)),
  site: z.optional(text(200)),
  jobId: z.optional(text(50)),
  category: z.optional(text(100)),
  purchaseDate: z.optional(givenDay),
  expectedDelivery: z.optional(givenDay),
  link: z.optional(text(2_000)),
  notes: z.optional(text(5_000)),
})
/** What a person saw of a part, which may be older than the rules of the form. */
export const seenPart = z.partial(
  z.extend(partForm, { purchaseDate: z.optional(day), expectedDelivery: z.optional(day) }),
)
export type PartForm = z.infer<typeof partForm>
export type PartField = keyof PartForm
export const partFields = Object.keys(partForm.shape).filter((key): key is PartField => key in partForm.shape)

/** The fields that parts can be searched by. */
export const partSearchFields = ['name', 'reference', 'jobId', 'category'] as const
export type PartSearchField = (typeof partSearchFields)[number]

/** A text as the prefix search compares it, ignoring case. */
export const searchable = (value: string) => value.trim().toLowerCase()

/** Whether a part is late on a day: still waiting, and expected before that day. */
export const isLate = (part: { status: PartStatus; expectedDelivery: string }, today: string) =>
  part.status === 'waiting' && part.expectedDelivery < today

/** Whether a link is a complete web address. Nothing else is opened by a click. */
export const isWebAddress = (link: string) => /^https?:\/\//i.test(link) && z.url().safeParse(link).success

/** A job number as screens show it: '213' becomes '00213'. Anything else is kept as typed. */
export const jobNumber = (typed: string) => (/^\d{1,9}$/.test(typed.trim()) ? jobRef(Number(typed)) : typed.trim())
