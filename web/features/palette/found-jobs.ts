import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isOffice } from '#core/model/access.ts'
import type { Role } from '#core/model/messages.ts'
import { jobNumber } from '#core/part/values.ts'
import type { JobsAnswer } from '#core/wire/jobs/jobs.ts'
import type { SitesAnswer } from '#core/wire/jobs/sites.ts'
import { jobsPageSize } from '#core/wire/list-options.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import type { Found } from './palette-entries.ts'

const nothing: Found = { jobs: [], total: 0 }

/** Sites, and jobs by number, site and, for the office, work order and agency: the server searches only what a role may see. */
export function useFoundJobs(typed: string, role: Role): { found: Found; failed: boolean } {
  const search = typed.trim()
  const isNumber = /^\d{1,9}$/.test(search)
  const enabled = isNumber || search.length >= 2
  const { data, isError } = useQuery({
    queryKey: ['palette', search],
    queryFn: async ({ signal }): Promise<Found> => {
      const read = (query: Record<string, string | number>) => call<JobsAnswer>(paths.jobs, { query, signal })
      const type = isOffice(role) ? 'all' : 'apartmentName'
      const [numbered, named, known] = await Promise.all([
        // Job numbers have no gaps, so a number determines its page.
        isNumber
          ? read({ sort: 'jobRef', direction: 'asc', page: Math.max(1, Math.ceil(Number(search) / jobsPageSize)) })
          : undefined,
        read({ type, search }),
        call<SitesAnswer>(paths.sites, { query: { search }, signal }),
      ])
      const exact = numbered?.jobs.filter((job) => job.jobRef === jobNumber(search)) ?? []
      const others = named.jobs.filter((job) => exact.every((one) => one.jobId !== job.jobId))
      return { jobs: [...exact, ...others], total: named.totalResults, sites: known.sites }
    },
    enabled,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })
  return { found: (enabled && data) || nothing, failed: enabled && isError }
}
