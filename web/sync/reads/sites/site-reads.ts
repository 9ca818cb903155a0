import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type {
  AlikeSitesAnswer,
  SiteAgenciesAnswer,
  SiteAnswer,
  SiteFilesAnswer,
  SiteJobsAnswer,
  SiteJobsQuery,
  SitePhotosAnswer,
  SitesAnswer,
  SitesQuery,
} from '#core/wire/jobs/sites.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { readOrKept } from '#web/sync/device/device-reads.ts'
import { pushedTo } from '#web/sync/ledger/ledger-positions.ts'
import { seqToAwait } from '#web/sync/ledger/ledger-store.ts'
import { keys } from '#web/sync/reads/query-keys.ts'

export type AskedSites = Omit<SitesQuery, 'after'>

/** In milliseconds, well within the time that their addresses are valid. */
const photosStaleAfter = 60_000

/** The seq of the last change of a site that this page has made: reads wait for it. */
let saved = 0
export const waitForSite = (seq: number) => {
  saved = Math.max(saved, seq)
}
const after = () => Math.max(seqToAwait() ?? 0, saved)

/** What is owed is read from jobs that were pushed. */
const afterJobs = () => Math.max(after(), pushedTo('job'))

/** A page of the address book; the previous one stays until the next has loaded. Nothing keeps on the device where somebody was. */
export const useSitesPage = (asked: AskedSites, enabled = true) =>
  useQuery({
    queryKey: [...keys.sites, 'page', asked],
    queryFn: ({ signal }) => {
      const read = () => call<SitesAnswer>(paths.sites, { query: { ...asked, after: afterJobs() }, signal })
      if (asked.near !== undefined) return read()
      const schema = async () => (await import('#core/wire/jobs/sites.ts')).sitesAnswer
      return readOrKept({ key: [...keys.sites, 'page', asked], schema, read })
    },
    placeholderData: keepPreviousData,
    enabled,
  })

export const siteSchema = async () => (await import('#core/wire/jobs/sites.ts')).siteAnswer
const siteRead = (key: readonly string[], path: string) => ({
  queryKey: [...keys.sites, ...key],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    readOrKept({
      key: [...keys.sites, ...key],
      schema: siteSchema,
      read: () => call<SiteAnswer>(path, { query: { after: after() }, signal }),
    }),
})

/** A site with what belongs to it. */
export const useSite = (siteId: string) => useQuery(siteRead(['one', siteId], pathTo(paths.site, { siteId })))

export const siteOfJobRead = (jobId: string) => ({
  ...siteRead(['of-job', jobId], pathTo(paths.siteOfJob, { jobId })),
  retry: false,
})

/** The site of a job; not asked for until the server has the job. */
export const useSiteOfJob = (jobId: string, enabled: boolean) => useQuery({ ...siteOfJobRead(jobId), enabled })

/** A page of a site's jobs. */
export const useSiteJobs = (siteId: string, asked: Omit<SiteJobsQuery, 'after'>) =>
  useQuery({
    queryKey: [...keys.sites, 'jobs', siteId, asked],
    queryFn: ({ signal }) =>
      call<SiteJobsAnswer>(pathTo(paths.siteJobs, { siteId }), { query: { ...asked, after: after() }, signal }),
    placeholderData: keepPreviousData,
  })

/** The newest photos of the jobs at a site. */
export const useSitePhotos = (siteId: string) =>
  useQuery({
    queryKey: [...keys.sites, 'photos', siteId],
    queryFn: ({ signal }) =>
      call<SitePhotosAnswer>(pathTo(paths.sitePhotos, { siteId }), { query: { after: after() }, signal }),
    staleTime: photosStaleAfter,
  })

/** A page of the files of a site. */
export const useSiteFiles = (siteId: string, page: number) => {
  const key = [...keys.sites, 'files', siteId, page]
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      readOrKept({
        key,
        schema: async () => (await import('#core/wire/jobs/sites.ts')).siteFilesAnswer,
        read: () =>
          call<SiteFilesAnswer>(pathTo(paths.siteFiles, { siteId }), { query: { page, after: after() }, signal }),
      }),
    placeholderData: keepPreviousData,
  })
}

/** The agencies that sites name. */
export const useSiteAgencies = () =>
  useQuery({
    queryKey: [...keys.sites, 'agencies'],
    queryFn: ({ signal }) => call<SiteAgenciesAnswer>(paths.siteAgencies, { query: { after: after() }, signal }),
  })

/** Sites whose names look like the same place. */
export const useAlikeSites = () =>
  useQuery({
    queryKey: [...keys.sites, 'alike'],
    queryFn: ({ signal }) => call<AlikeSitesAnswer>(paths.alikeSites, { query: { after: after() }, signal }),
  })
