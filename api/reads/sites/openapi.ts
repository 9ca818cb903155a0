import type { DescribedRoute } from '#api/http/described-route.ts'
import { afterQuery } from '#core/wire/common.ts'
import * as sites from '#core/wire/jobs/sites.ts'
import { paths } from '#core/wire/paths.ts'

const get = { method: 'get', for: 'members' } as const

/** The reads of the address book. */
export const siteRoutes: DescribedRoute[] = [
  {
    ...get,
    path: paths.sites,
    summary:
      'A page of the address book, in order of names, or of their distance from a place; without agency, deadlines and spending for the team. Counts, if asked for, tell how many sites each filter shows.',
    query: sites.sitesQuery,
    answers: { 200: sites.sitesAnswer },
  },
  {
    ...get,
    for: 'office',
    path: paths.alikeSites,
    summary: 'The sites whose names look like the same place, the most alike first',
    query: afterQuery,
    answers: { 200: sites.alikeSitesAnswer },
  },
  {
    ...get,
    for: 'office',
    path: paths.siteAgencies,
    summary: 'The agencies that sites name, to choose one for the list',
    query: afterQuery,
    answers: { 200: sites.siteAgenciesAnswer },
  },
  {
    ...get,
    path: paths.site,
    summary: 'A site with its building, its flats and what was merged into it. Its id is the apartmentId of jobs.',
    query: afterQuery,
    answers: { 200: sites.siteAnswer },
  },
  {
    ...get,
    path: paths.siteJobs,
    summary: 'A page of the jobs at a site, newest first; with their cost for the office',
    query: sites.siteJobsQuery,
    answers: { 200: sites.siteJobsAnswer },
  },
  {
    ...get,
    path: paths.siteFiles,
    summary:
      'A page of the files of a site and of what was merged into it, newest first; for the team those that were given to it. A file’s own siteId leads to its download.',
    query: sites.siteFilesQuery,
    answers: { 200: sites.siteFilesAnswer },
  },
  {
    ...get,
    path: paths.sitePhotos,
    summary: 'The newest photos of the jobs at a site, with addresses that work without a token for a day or two',
    query: afterQuery,
    answers: { 200: sites.sitePhotosAnswer },
  },
  {
    ...get,
    path: paths.siteOfJob,
    summary: 'The site of a job',
    query: afterQuery,
    answers: { 200: sites.siteAnswer },
  },
]
