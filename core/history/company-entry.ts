import * as z from 'zod/mini'
import { id } from '#core/model/values.ts'
import { historyEntry } from './history.ts'
import { historyKinds } from './kinds.ts'

/** Actors that are not people: the product itself, and the card provider. */
export const otherActors = ['fettle', 'stripe'] as const

/** An entry of a company's history: with its actor, its job or site, why it was recorded, and its hash in the chain. */
export const companyEntry = z.extend(historyEntry, {
  kind: z.enum(historyKinds),
  by: z.enum(['person', 'tenant', ...otherActors]),
  stream: z.enum(['job', 'part', 'site', 'recurring', 'report', 'todo', 'views', 'member', 'company']),
  streamId: id,
  /** The job and site by their names at the time; `jobId` is set for events of a job. */
  place: z.optional(z.object({ jobId: z.optional(id), jobRef: z.string(), apartmentName: z.string() })),
  /** Why it was recorded automatically. */
  why: z.optional(z.string()),
  /** The file that it was imported from; empty if that is no longer known. */
  importedFrom: z.optional(z.string()),
  hash: z.string(),
})
export type CompanyEntry = z.infer<typeof companyEntry>
