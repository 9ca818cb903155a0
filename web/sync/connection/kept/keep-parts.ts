import type { QueryClient } from '@tanstack/react-query'
import { isKept } from '#web/sync/device/device-reads.ts'
import { askedOfJob, partsPageRead } from '#web/sync/reads/parts.ts'

/** Reads the parts of visits' jobs that this device has not kept, so that it is known without a network what to bring. */
export async function keepParts(queries: QueryClient, visits: readonly { jobRef: string }[]): Promise<void> {
  for (const { jobRef } of visits) {
    if (jobRef === '') continue
    const read = partsPageRead(askedOfJob(jobRef))
    if (!(await isKept(read.queryKey))) await queries.fetchQuery({ ...read, staleTime: 0 })
  }
}
