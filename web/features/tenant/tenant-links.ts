import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { TenantLinksAnswer } from '#core/wire/jobs/tenants.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'

const keyOf = (jobId: string) => ['tenant-links', jobId]

/** The links to the tenant's page of a job; polled to keep how often they were opened current. */
export const useTenantLinks = (jobId: string) =>
  useQuery({
    queryKey: keyOf(jobId),
    queryFn: ({ signal }) => call<TenantLinksAnswer>(pathTo(paths.tenantLinks, { jobId }), { signal }),
    refetchInterval: 30_000,
  })

/** What the office does with the links of a job. Each answers with all of them as they are then. */
export function linkActions(queries: QueryClient, jobId: string) {
  const take = async (answer: Promise<TenantLinksAnswer>) => {
    queries.setQueryData(keyOf(jobId), await answer)
  }
  return {
    make: (contactId: string) =>
      take(call(pathTo(paths.tenantLinks, { jobId }), { method: 'POST', body: { contactId } })),
    send: (linkId: string) =>
      take(call(pathTo(paths.tenantLinkEmail, { jobId, linkId }), { method: 'POST', body: {} })),
    text: (linkId: string) => take(call(pathTo(paths.tenantLinkText, { jobId, linkId }), { method: 'POST', body: {} })),
    end: (linkId: string) => take(call(pathTo(paths.tenantLink, { jobId, linkId }), { method: 'DELETE' })),
  }
}
