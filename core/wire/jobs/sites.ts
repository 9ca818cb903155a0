import * as z from 'zod/mini'
import { attachment } from '#core/attachments/attachments.ts'
import { clock, holidayDivision, ruleId } from '#core/deadlines/schemas.ts'
import { jobStatus, warning } from '#core/job/schemas/value-schemas.ts'
import { id, instant, text } from '#core/model/values.ts'
import { nearText } from '#core/site/location/near.ts'
import { siteDocument, siteOffice } from '#core/site/site.ts'
import { after, wholeNumber } from '#core/wire/common.ts'
import { imageUrls } from '#core/wire/images.ts'
import { siteFilters } from '#core/wire/list-options.ts'

/**
 * GET /api/sites. `search` is any part of a name that the site has or had, its address or postcode, or the name or telephone number of
 * a tenant; for the office also of another contact, an email or the agency.
 */
export const sitesQuery = z.strictObject({
  search: z.optional(text(200)),
  /** By deadlines for the office alone, as by agency. */
  filter: z.optional(z.enum(siteFilters)),
  agency: z.optional(text(200)),
  /**
   * Where the reader is, as latitude and longitude in degrees with three decimals at most, '53.795,-1.548': of the sites with a location
   * those that are nearest come first.
   */
  near: z.optional(z.string().check(z.regex(nearText))),
  /** Of their names; without `near`. */
  direction: z.optional(z.enum(['asc', 'desc'])),
  /** Whether to count what each filter shows. */
  counts: z.optional(z.literal('yes')),
  page: z.optional(wholeNumber),
  after,
})
export type SitesQuery = z.infer<typeof sitesQuery>

const named = z.object({ siteId: id, name: z.string() })
export type NamedSite = z.infer<typeof named>

/** The first deadline at a site that is still to be met, with whose bank holidays its clock leaves out. */
const siteDeadline = z.extend(z.pick(clock, { step: true, startedAt: true, due: true }), {
  jobId: id,
  rule: z.optional(ruleId),
  holidays: z.optional(holidayDivision),
})
export type SiteDeadline = z.infer<typeof siteDeadline>

/** A site in the list. `visit` is its next visit, or its last one if none is booked; money is in pence. */
export const siteInList = z.object({
  siteId: id,
  name: z.string(),
  address: z.string(),
  postcode: z.string(),
  tenants: z.array(z.string()),
  /** Whether nobody lives there now, though somebody has. */
  isEmpty: z.boolean(),
  /** How many sites are in it, if it is a building. */
  flats: z.int(),
  openJobs: z.int(),
  /** From `near`, over the ground, in metres. */
  metresAway: z.optional(z.int()),
  visit: z.optional(instant),
  office: z.optional(z.object({ agency: z.string(), spentThisYear: z.int(), nextDeadline: z.optional(siteDeadline) })),
})
export type SiteInList = z.infer<typeof siteInList>

export const sitesAnswer = z.object({
  sites: z.array(siteInList),
  /** If asked for: how many sites the search and the agency leave, and how many of them each filter shows. */
  counts: z.optional(z.object({ all: z.int(), open: z.int(), deadlines: z.optional(z.int()) })),
  /** The year of what was spent, by the company's clock. */
  office: z.optional(z.object({ year: z.string() })),
  totalPages: z.int(),
  totalResults: z.int(),
  seq: z.int(),
})
export type SitesAnswer = z.infer<typeof sitesAnswer>

/** GET /api/sites/:siteId. A site that only jobs have named so far has nothing but its name. */
export const siteAnswer = z.object({
  site: z.extend(z.omit(siteDocument, { createdAt: true, lastModified: true, attachments: true, office: true }), {
    office: z.optional(z.omit(siteOffice, { attachments: true })),
  }),
  /** Names that the site had, or that jobs have for it. */
  otherNames: z.array(z.string()),
  building: z.optional(named),
  /** The first sites in this building. */
  flats: z.array(named),
  flatCount: z.int(),
  /** The sites that were merged into this one. */
  merged: z.array(named),
  mergedInto: z.optional(named),
  seq: z.int(),
})
export type SiteAnswer = z.infer<typeof siteAnswer>

/** GET /api/sites/:siteId/jobs, newest first. */
export const siteJobsQuery = z.strictObject({
  open: z.optional(z.literal('yes')),
  page: z.optional(wholeNumber),
  after,
})
export type SiteJobsQuery = z.infer<typeof siteJobsQuery>

const jobOfSite = z.object({
  jobId: id,
  jobRef: z.string(),
  jobStatus,
  warning,
  /** The description of its first task. */
  work: z.string(),
  moreTasks: z.int(),
  createdAt: z.string(),
  jobStart: z.optional(instant),
  jobEnd: z.optional(instant),
  completedAt: z.optional(instant),
  /** The sum of its tasks' prices in pence. */
  office: z.optional(z.object({ cost: z.int() })),
})
export type JobOfSite = z.infer<typeof jobOfSite>

export const siteJobsAnswer = z.object({
  jobs: z.array(jobOfSite),
  counts: z.object({ all: z.int(), open: z.int() }),
  /** The day of the first job. */
  since: z.optional(z.string()),
  /** The value of the work completed this year, in pence. */
  office: z.optional(z.object({ completedThisYear: z.int(), year: z.string() })),
  totalPages: z.int(),
  totalResults: z.int(),
  seq: z.int(),
})
export type SiteJobsAnswer = z.infer<typeof siteJobsAnswer>

/** GET /api/sites/:siteId/files, newest first. */
export const siteFilesQuery = z.strictObject({ page: z.optional(wholeNumber), after })

/** A file of a site. `siteId` is the site that it was added to, which may have been merged into this one since. */
export const fileOfSite = z.extend(attachment, { siteId: id, isForTeam: z.boolean() })
export type FileOfSite = z.infer<typeof fileOfSite>

export const siteFilesAnswer = z.object({
  files: z.array(fileOfSite),
  totalPages: z.int(),
  totalResults: z.int(),
  seq: z.int(),
})
export type SiteFilesAnswer = z.infer<typeof siteFilesAnswer>

/** GET /api/sites/:siteId/photos: the newest photos of the jobs at a site, and how many there are of how many jobs. */
export const sitePhotosAnswer = z.object({
  photos: z.array(
    z.object({
      jobId: id,
      jobRef: z.string(),
      imageId: id,
      description: z.string(),
      timestamp: instant,
      urls: imageUrls,
    }),
  ),
  counts: z.object({ photos: z.int(), jobs: z.int() }),
  seq: z.int(),
})
export type SitePhotosAnswer = z.infer<typeof sitePhotosAnswer>
/** The photos in one answer. */
export const mostSitePhotos = 8

/** GET /api/sites/agencies: the agencies that sites name, in order, each once whatever its case; the first 200. */
export const siteAgenciesAnswer = z.object({ agencies: z.array(z.string()), seq: z.int() })
export type SiteAgenciesAnswer = z.infer<typeof siteAgenciesAnswer>
export const mostSiteAgencies = 200

/** GET /api/sites/alike: pairs whose names look like the same place, the most alike first. */
export const alikeSitesAnswer = z.object({
  pairs: z.array(z.object({ one: named, other: named, similarity: z.number() })),
  seq: z.int(),
})
export type AlikeSitesAnswer = z.infer<typeof alikeSitesAnswer>
