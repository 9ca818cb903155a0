import { Router } from 'express'
import { jobIdOf } from '#api/company/own-company.ts'
import { parse, refused } from '#api/http/errors.ts'
import { inSlots } from '#api/http/slots/in-slots.ts'
import { shortReads } from '#api/http/slots/short-reads.ts'
import type { WaitForProjections } from '#api/reads/wait-for-projections.ts'
import { requireMember } from '#api/rights/require-member.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { audienceOf, isOffice } from '#core/model/access.ts'
import { refuse } from '#core/model/refusals.ts'
import type { ProjectionName } from '#core/projections/projections.ts'
import { afterQuery } from '#core/wire/common.ts'
import { type SitesQuery, siteFilesQuery, siteJobsQuery, sitesQuery } from '#core/wire/jobs/sites.ts'
import { paths } from '#core/wire/paths.ts'
import { readAlikeSites } from './alike.ts'
import { readSite, readSiteOfJob } from './site.ts'
import { readSiteAgencies } from './site-agencies.ts'
import { readSiteFiles } from './site-files.ts'
import { siteIdOf, siteNotFound } from './site-id.ts'
import { readSiteJobs } from './site-jobs.ts'
import { readSiteOfAgency } from './site-of-agency.ts'
import { readSitePhotos } from './site-photos.ts'
import { readSites } from './sites.ts'

/** What the reads of sites are read from. */
export const ofSites: readonly ProjectionName[] = ['sites', 'site-names', 'site-jobs', 'job-rows']
/** And what their list is. */
export const ofSitesList: readonly ProjectionName[] = [...ofSites, 'dashboard-jobs', 'deadlines']

/** The reads of the address book. */
export function siteRoutes(services: Services, waitForProjections: WaitForProjections): Router {
  const pool = services.ledgerPool
  const { urlsOf } = services.images.signer
  const signedIn = requireMember(services)
  const [searching, comparing] = [inSlots(shortReads), inSlots(shortReads)]
  const siteFor = ({ companyId, role, key }: MemberRights, siteId: string) =>
    key?.onlyAgency === undefined
      ? readSite(pool, companyId, audienceOf(role), siteId)
      : readSiteOfAgency(pool, { companyId, siteId, agency: key.onlyAgency })
  return Router()
    .get(paths.sites, signedIn, async (req, res, next) => {
      const { companyId, role, key } = res.locals.member
      const query = parse(sitesQuery, req.query)
      const onlyAgency = key?.onlyAgency
      if ((!isOffice(role) || onlyAgency !== undefined) && asksOfficeFacts(query)) throw officeOnly()
      await waitForProjections(companyId, ofSitesList, query.after)
      const audience = onlyAgency === undefined ? audienceOf(role) : 'team'
      const reader = { companyId, audience, now: services.now(), onlyAgency }
      const show = async () => void res.json(await readSites(pool, reader, query))
      await (query.search?.trim() ? searching(show)(req, res, next) : show())
    })
    .get(paths.alikeSites, signedIn, async (req, res, next) => {
      const { companyId, role } = res.locals.member
      const { after } = parse(afterQuery, req.query)
      if (!isOffice(role)) throw officeOnly()
      await waitForProjections(companyId, ofSites, after)
      await comparing(async () => void res.json(await readAlikeSites(pool, companyId)))(req, res, next)
    })
    .get(paths.siteAgencies, signedIn, async (req, res) => {
      const { companyId, role } = res.locals.member
      const { after } = parse(afterQuery, req.query)
      if (!isOffice(role)) throw officeOnly()
      await waitForProjections(companyId, ofSites, after)
      res.json(await readSiteAgencies(pool, companyId))
    })
    .get(paths.site, signedIn, async (req, res) => {
      const { member } = res.locals
      const siteId = siteIdOf(req.params.siteId)
      const { after } = parse(afterQuery, req.query)
      await waitForProjections(member.companyId, ofSites, after)
      const answer = await siteFor(member, siteId)
      if (!answer) throw siteNotFound()
      res.json(answer)
    })
    .get(paths.siteJobs, signedIn, async (req, res) => {
      const { companyId, role, key } = res.locals.member
      const siteId = siteIdOf(req.params.siteId)
      const query = parse(siteJobsQuery, req.query)
      await waitForProjections(companyId, [...ofSites, 'job', 'dashboard-jobs'], query.after)
      const audience = audienceOf(role)
      if (!(await siteFor(res.locals.member, siteId))) throw siteNotFound()
      const reader = { companyId, audience, now: services.now(), onlyAgency: key?.onlyAgency }
      res.json(await readSiteJobs(pool, reader, siteId, query))
    })
    .get(paths.siteFiles, signedIn, async (req, res) => {
      const { companyId, role } = res.locals.member
      const siteId = siteIdOf(req.params.siteId)
      const { page, after } = parse(siteFilesQuery, req.query)
      await waitForProjections(companyId, ofSites, after)
      const audience = audienceOf(role)
      if (!(await readSite(pool, companyId, audience, siteId))) throw siteNotFound()
      res.json(await readSiteFiles(pool, { companyId, audience }, siteId, page))
    })
    .get(paths.sitePhotos, signedIn, async (req, res) => {
      const { companyId, key } = res.locals.member
      const siteId = siteIdOf(req.params.siteId)
      const { after } = parse(afterQuery, req.query)
      await waitForProjections(companyId, [...ofSites, 'job'], after)
      if (!(await siteFor(res.locals.member, siteId))) throw siteNotFound()
      const reader = { companyId, onlyAgency: key?.onlyAgency }
      res.json(await readSitePhotos(pool, reader, siteId, (images) => urlsOf(images, res.locals.member)))
    })
    .get(paths.siteOfJob, signedIn, async (req, res) => {
      const { member } = res.locals
      const { companyId, role, key } = member
      const jobId = jobIdOf(req.params.jobId)
      const { after } = parse(afterQuery, req.query)
      await waitForProjections(companyId, ofSites, after)
      const answer = await readSiteOfJob(pool, companyId, audienceOf(role), jobId)
      const seen = key?.onlyAgency === undefined || !answer ? answer : await siteFor(member, answer.site.siteId)
      if (!seen) throw siteNotFound()
      res.json(seen)
    })
}

/** By filtering on these the team would learn whose agency is which, and where something is owed. */
export const asksOfficeFacts = ({ agency, filter }: Pick<SitesQuery, 'agency' | 'filter'>) =>
  agency !== undefined || filter === 'deadlines'

const officeOnly = () => refused(refuse('office-only'))
