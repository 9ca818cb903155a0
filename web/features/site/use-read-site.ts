import { useQueryClient } from '@tanstack/react-query'
import type { SiteAnswer } from '#core/wire/jobs/sites.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { readNow } from '#web/sync/read-now.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { waitForSite } from '#web/sync/reads/sites/site-reads.ts'

/** Reads a site as it is now, and has what is shown of sites read again. Throws a call failure without an answer. */
export function useReadSite() {
  const queries = useQueryClient()
  return async (siteId: string): Promise<SiteAnswer> => {
    const answer = await readNow<SiteAnswer>(pathTo(paths.site, { siteId }))
    waitForSite(answer.seq)
    void queries.invalidateQueries({ queryKey: keys.sites })
    return answer
  }
}
