import * as z from 'zod/mini'
import { id } from '#core/model/values.ts'
import { historyEntry } from './history.ts'
import { historyKinds } from './kinds.ts'

/** Who acts where no person does: the product by itself, and the card provider. */
export const otherActors = ['fettle', 'stripe'] as const

/** An event of the company: whose act it is, of which job or site, why it followed, and the hash that it has in the chain. */
export const companyEntry = z.extend(historyEntry, {
  kind: z.enum(historyKinds),
  by: z.enum(['person', ...otherActors]),
  stream: z.enum(['job', 'part', 'todo', 'member', 'company']),
  streamId: id,
  /** As it was called then; `jobId` where the event is one of a job. */
  place: z.optional(z.object({ jobId: z.optional(id), jobRef: z.string(), apartmentName: z.string() })),
  /** Why it followed from its cause. */
  why: z.optional(z.string()),
  /** The file that it was imported from; empty where that is known no more. */
  importedFrom: z.optional(z.string()),
  hash: z.string(),
})
export type CompanyEntry = z.infer<typeof companyEntry>
