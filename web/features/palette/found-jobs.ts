import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isOffice } from '#core/model/access.ts'
import type { Role } from '#core/model/messages.ts'
import type { JobsAnswer } from '#core/wire/jobs/jobs.ts'
import type { SitesAnswer } from '#core/wire/jobs/sites.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { isJobNumber, jobsOfNumber } from './job-of-number.ts'
import { type Found, stillFound } from './palette-entries.ts'

const nothing: Found = { jobs: [], total: 0 }

/**
 * Sites, and jobs by number, site and, for the office, work order and agency: the server searches only what a role may see. `settled` follows
 * what is typed a little later; until it is answered, what was found before stays as far as it is also found by what is typed.
 */
export function useFoundJobs(typed: string, settled: string, role: Role): { found: Found; failed: boolean } {
  const search = settled.trim()
  const enabled = isJobNumber(search) || search.length >= 2
  const { data, isError } = useQuery({
    queryKey: ['palette', search],
    queryFn: async ({ signal }) => {
      const type = isOffice(role) ? 'all' : 'apartmentName'
      const [exact, named, known] = await Promise.all([
        jobsOfNumber(search, signal),
        call<JobsAnswer>(paths.jobs, { query: { type, search }, signal }),
        call<SitesAnswer>(paths.sites, { query: { search }, signal }),
      ])
      const others = named.jobs.filter((job) => exact.every((one) => one.jobId !== job.jobId))
      const found: Found = { jobs: [...exact, ...others], total: named.totalResults, sites: known.sites }
      return { search, found }
    },
    enabled,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })
  const failed = enabled && isError
  if (!enabled || !data || !typed.trim()) return { found: nothing, failed }
  return { found: data.search === typed.trim() ? data.found : stillFound(typed, data.found), failed }
}
