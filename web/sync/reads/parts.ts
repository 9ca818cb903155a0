import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Part } from '#core/part/part.ts'
import type { PartsAnswer, PartsQuery } from '#core/wire/parts.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { readOrKept } from '#web/sync/device/device-reads.ts'
import { readPastPushes } from '#web/sync/device/read-past-pushes.ts'
import { pushedParts } from '#web/sync/ledger/ledger-positions.ts'
import { confirmParts, seqToAwait, useLedger } from '#web/sync/ledger/ledger-store.ts'
import { addedParts, shownPart } from '#web/sync/ledger/shown-documents.ts'
import { keys } from './query-keys.ts'

export type AskedParts = Omit<PartsQuery, 'after'>
/** A page of parts and the query it answers. */
export type PartsPage = PartsAnswer & { asked: AskedParts }

/** The parts of a job, the most urgent first. */
export const askedOfJob = (jobRef: string): AskedParts => ({ job: jobRef, sort: 'due' })

/** A page of parts. */
export const partsPageRead = (asked: AskedParts) => ({
  queryKey: [...keys.parts, asked],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<PartsPage> => {
    const read = () => {
      const after = Math.max(seqToAwait() ?? 0, pushedParts())
      return readOrKept({
        key: [...keys.parts, asked],
        schema: async () => (await import('#core/wire/parts.ts')).partsAnswer,
        read: () => call<PartsAnswer>(paths.parts, { query: { ...asked, after }, signal }),
      })
    }
    const answer = await readPastPushes([...keys.parts, asked], pushedParts, read)
    confirmParts(answer.parts, answer.seq)
    return { ...answer, asked }
  },
})

/** {@link partsPageRead} for a screen; the previous page stays until the next one has loaded. */
export const usePartsPage = (asked: AskedParts, enabled = true) =>
  useQuery({ ...partsPageRead(asked), placeholderData: keepPreviousData, enabled })

/** How many of the company's deliveries are late; undefined until loaded. */
export const useLateParts = () => usePartsPage({ filter: 'late', page: 1 }).data?.counts.late

const none: readonly Part[] = []

/** A page's parts with the changes, additions and deletions made on this device. */
export function useShownParts(page: PartsPage | undefined): readonly Part[] {
  const inputs = useLedger(useShallow(({ queue, parts, seqs }) => ({ queue, parts, seq: seqs['part-rows'] })))
  return useMemo(() => {
    if (!page || !inputs) return none
    const state = useLedger.getState()
    const { job } = page.asked
    const rows = page.parts.flatMap((part) => shownPart(state, part.partId, part) ?? [])
    const here = new Set(page.parts.map((part) => part.partId))
    const added = addedParts(state).filter((part) => !here.has(part.partId))
    if (job !== undefined) return [...added, ...rows].filter((part) => part.jobId === job)
    return showsNewest(page.asked) ? [...added.reverse(), ...rows] : rows
  }, [page, inputs])
}

/** On the first unfiltered page, newly added parts stay on top until the page is read again. */
const showsNewest = ({ search, filter, page = 1 }: AskedParts) => page === 1 && !search && !filter
