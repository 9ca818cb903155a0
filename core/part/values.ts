import * as z from 'zod/mini'
import { jobRef } from '#core/job/values.ts'
import { day, text } from '#core/model/values.ts'

export const partStatuses = ['waiting', 'received'] as const
export const partStatus = z.enum(partStatuses)
export type PartStatus = z.infer<typeof partStatus>

/** What a part's form holds beside its status. `jobId` is the number that people know the job by; a missing day is asked for. */
export const partForm = z.strictObject({
  name: text(200),
  reference: z.optional(text(100)),
  site: z.optional(text(200)),
  jobId: z.optional(text(50)),
  category: z.optional(text(100)),
  purchaseDate: z.optional(day),
  expectedDelivery: z.optional(day),
  link: z.optional(text(2_000)),
  notes: z.optional(text(5_000)),
})
export type PartForm = z.infer<typeof partForm>
export type PartField = keyof PartForm
export const partFields = Object.keys(partForm.shape).filter((key): key is PartField => key in partForm.shape)

/** Where a part can be looked up, by what a person remembers of it. */
export const partSearchFields = ['name', 'reference', 'jobId', 'category'] as const
export type PartSearchField = (typeof partSearchFields)[number]

/** A text as the search compares it: what begins with the term, whatever its capitals. */
export const searchable = (value: string) => value.trim().toLowerCase()

/** Whether a part is late on a day: awaited, and expected before it. */
export const isLate = (part: { status: PartStatus; expectedDelivery: string }, today: string) =>
  part.status === 'waiting' && part.expectedDelivery < today

/** A web address in full: nothing else is opened by a click. */
export const isWebAddress = (link: string) => /^https?:\/\//i.test(link) && z.url().safeParse(link).success

/** A job's number as every screen writes it: '213' is '00213'. Anything else stays as it was typed. */
export const jobNumber = (typed: string) => (/^\d{1,9}$/.test(typed.trim()) ? jobRef(Number(typed)) : typed.trim())
