import * as z from 'zod/mini'
import type { FoldedEvent } from '#core/ledger/ledger.ts'
import { erasedText } from '#core/model/erased-text.ts'
import type { Projection } from './projection.ts'

/** A name that the company has used, as it was first written. */
export const listedName = z.object({ name: z.string() })
export type ListedName = z.infer<typeof listedName>

/** One row for each name, ignoring case. A list grows when a new name is used, and never shrinks. */
const nameList = (
  name: string,
  audience: 'everyone' | 'office',
  nameIn: (event: FoldedEvent) => string | undefined,
): Projection<ListedName> => ({
  name,
  version: 1,
  row: listedName,
  audience,
  pushed: false,
  key: (event) => {
    const listed = nameIn(event)
    return listed === erasedText ? undefined : listed?.toLowerCase() || undefined
  },
  fold: (row, event) => row ?? { name: nameIn(event) ?? '' },
})

export const apartments = nameList('apartments', 'everyone', (event) =>
  event.type === 'JobCreated' || event.type === 'JobSiteChanged' ? event.data.apartmentName : undefined,
)
export const agencies = nameList('agencies', 'office', (event) =>
  event.type === 'JobReferred' ? event.data.agency : undefined,
)
export const receivedBy = nameList('receivedBy', 'office', (event) =>
  event.type === 'JobReferred' ? event.data.receivedBy : undefined,
)
