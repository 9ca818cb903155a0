import type { QueryClient } from '@tanstack/react-query'
import { siteKey } from '#core/site/site-names.ts'
import { CallFailure } from '#web/client/request.ts'
import { readKept } from '#web/sync/device/device-reads.ts'
import { siteOfJobRead, siteSchema } from './site-reads.ts'

/**
 * Reads the sites of visits, so that the way there is known without a network. What this device has is not read again, unless the job is
 * at another site by now, or `all` are wanted because sites have changed.
 */
export async function keepSites(
  queries: QueryClient,
  visits: readonly { jobId: string; apartmentName: string }[],
  { all }: { all: boolean },
): Promise<void> {
  for (const { jobId, apartmentName } of visits) {
    const read = siteOfJobRead(jobId)
    const kept = all ? undefined : await readKept(read.queryKey, siteSchema)
    const names = kept ? [kept.site.name, ...kept.otherNames].map(siteKey) : []
    if (names.includes(siteKey(apartmentName))) continue
    // A job may have been deleted, or its name erased.
    await queries.fetchQuery({ ...read, staleTime: 0 }).catch((error: unknown) => {
      if (!(error instanceof CallFailure && error.status === 404)) throw error
    })
  }
}
