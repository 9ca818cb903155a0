import { Router } from 'express'
import * as z from 'zod/mini'
import { readCompany } from '#api/company/company-answer.ts'
import { jobIdOf } from '#api/company/own-company.ts'
import { invalid, notFound, parse, refused } from '#api/http/errors.ts'
import { inSlots } from '#api/http/slots/in-slots.ts'
import { shortReads } from '#api/http/slots/short-reads.ts'
import { requireMember, requireOpen } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { audienceOf, isOffice, visible } from '#core/model/access.ts'
import { isRefusal, type Refusal, refuse } from '#core/model/refusals.ts'
import { id } from '#core/model/values.ts'
import { afterQuery } from '#core/wire/common.ts'
import { calendarQuery } from '#core/wire/jobs/calendar.ts'
import { deadlinesQuery } from '#core/wire/jobs/deadlines.ts'
import { type JobNotesAnswer, jobNotesQuery, jobQuery, jobsQuery, listQuery, lists } from '#core/wire/jobs/jobs.ts'
import { type ViewOpenedAnswer, viewCountsQuery } from '#core/wire/jobs/views.ts'
import { partsQuery } from '#core/wire/parts.ts'
import { paths } from '#core/wire/paths.ts'
import { readHead } from '#ledger/log/read.ts'
import { mostDays, readCalendar } from './calendar.ts'
import { readDashboard } from './dashboard.ts'
import { readBoard, readDeadlineCounts } from './deadlines/deadlines.ts'
import { type JobRead, readJob } from './jobs/job.ts'
import { readJobNotes } from './jobs/job-notes.ts'
import { readJobs } from './jobs/jobs.ts'
import { revealsOfficeFacts } from './jobs/jobs-filters.ts'
import { readPastJob, readPastNotes } from './jobs/past-job.ts'
import { readViews } from './jobs/saved-views.ts'
import { countViews } from './jobs/view-counts.ts'
import { noteViewOpened } from './jobs/view-uses.ts'
import { readNameList } from './name-list.ts'
import { readParts } from './parts.ts'
import { ofSites } from './sites/routes.ts'
import { readTeam } from './team.ts'
import { readTodos } from './todos.ts'
import type { WaitForProjections } from './wait-for-projections.ts'

/** Every read of a signed-in user. Each returns the seq that it shows, and `after` makes it wait for one. */
export function readRoutes(services: Services, waitForProjections: WaitForProjections): Router {
  const pool = services.ledgerPool
  const { urlsOf } = services.images.signer
  const signedIn = requireMember(services)
  const [searching, folding] = [inSlots(shortReads), inSlots(shortReads)]
  return Router()
    .get(paths.jobs, signedIn, async (req, res, next) => {
      const { companyId, role, userId, key } = res.locals.member
      const query = parse(jobsQuery, req.query)
      if (!isOffice(role) && revealsOfficeFacts(query)) throw officeOnly()
      const isCounted = (query.only ?? query.completed) !== undefined
      await waitForProjections(companyId, isCounted ? ['job-rows', 'dashboard-jobs'] : ['job-rows'], query.after)
      const asked = { ...query, userId, onlyAgency: key?.onlyAgency }
      const show = async () => void res.json(await readJobs(pool, companyId, audienceOf(role), asked, services.now()))
      await (query.search?.trim() ? searching(show)(req, res, next) : show())
    })
    .get(paths.job, signedIn, async (req, res, next) => {
      const { companyId, role } = res.locals.member
      const jobId = jobIdOf(req.params.jobId)
      const query = parse(jobQuery, req.query)
      const past = query.version !== undefined || query.at !== undefined
      const show = (answer: JobRead | Refusal) => {
        if (isRefusal(answer)) throw refused(answer)
        res.json({ ...answer, urls: urlsOf(answer.job.images, res.locals.member, past ? 'history' : 'job') })
      }
      const showPast = folding(async (_req, _res, signal) =>
        show(await readPastJob(pool, companyId, audienceOf(role), jobId, query, signal)),
      )
      if (past) return showPast(req, res, next)
      await waitForProjections(companyId, ['job'], query.after)
      show((await readJob(pool, companyId, audienceOf(role), jobId)) ?? refuse('job-not-found'))
    })
    .get(paths.jobNotes, signedIn, async (req, res, next) => {
      const { companyId, role } = res.locals.member
      const jobId = jobIdOf(req.params.jobId)
      const { before, version, after } = parse(jobNotesQuery, req.query)
      const show = (answer: JobNotesAnswer | Refusal) => {
        if (isRefusal(answer)) throw refused(answer)
        res.json(answer)
      }
      if (version !== undefined) {
        const showPast = folding(async (_req, _res, signal) =>
          show(await readPastNotes(pool, companyId, audienceOf(role), jobId, { version, before }, signal)),
        )
        return showPast(req, res, next)
      }
      await waitForProjections(companyId, ['job'], after)
      show(await readJobNotes(pool, companyId, jobId, before))
    })
    .get(paths.jobImages, signedIn, async (req, res) => {
      const { companyId, role } = res.locals.member
      const jobId = jobIdOf(req.params.jobId)
      const { after } = parse(afterQuery, req.query)
      await waitForProjections(companyId, ['job'], after)
      const answer = await readJob(pool, companyId, audienceOf(role), jobId)
      if (!answer) throw jobNotFound()
      res.json({ urls: urlsOf(answer.job.images, res.locals.member), seq: answer.seq })
    })
    .get(paths.calendar, signedIn, async (req, res) => {
      const { companyId, role } = res.locals.member
      const query = parse(calendarQuery, req.query)
      const span = Date.parse(query.to) - Date.parse(query.from)
      if (span <= 0) throw invalid('The end must be after the start.', 'to')
      if (span > mostDays * 86_400_000) throw invalid(`A calendar shows at most ${mostDays} days at once.`, 'to')
      await waitForProjections(companyId, ['calendar'], query.after)
      res.json(await readCalendar(pool, companyId, audienceOf(role), query))
    })
    .get(paths.dashboard, signedIn, async (req, res) => {
      const { companyId, role } = res.locals.member
      const { after } = parse(afterQuery, req.query)
      if (!isOffice(role)) throw officeOnly()
      await waitForProjections(companyId, ['dashboard-jobs'], after)
      res.json(await readDashboard(pool, companyId, services.now()))
    })
    .get(paths.deadlines, signedIn, async (req, res) => {
      const { companyId, role, key } = res.locals.member
      const { after, ...asked } = parse(deadlinesQuery, req.query)
      if (!isOffice(role)) throw officeOnly()
      await waitForProjections(companyId, ['deadlines', 'job-rows', ...(asked.site ? ofSites : [])], after)
      res.json(await readBoard(pool, companyId, { ...asked, onlyAgency: key?.onlyAgency }, services.now()))
    })
    .get(paths.deadlineCounts, signedIn, async (req, res) => {
      const { companyId, role } = res.locals.member
      const { after } = parse(afterQuery, req.query)
      if (!isOffice(role)) throw officeOnly()
      await waitForProjections(companyId, ['deadlines'], after)
      res.json(await readDeadlineCounts(pool, companyId, services.now()))
    })
    .get(paths.parts, signedIn, async (req, res) => {
      const { companyId, userId } = res.locals.member
      const query = parse(partsQuery, req.query)
      await waitForProjections(companyId, ['part-rows'], query.after)
      res.json(await readParts(pool, { companyId, userId, now: services.now() }, query))
    })
    .get(paths.todos, signedIn, async (req, res) => {
      const { companyId, userId } = res.locals.member
      const { after } = parse(afterQuery, req.query)
      await waitForProjections(companyId, ['todo', 'job-rows'], after)
      res.json(await readTodos(pool, { companyId, userId, now: services.now() }))
    })
    .get(paths.views, signedIn, async (req, res) => {
      const { companyId, userId, role } = res.locals.member
      const { after } = parse(afterQuery, req.query)
      await waitForProjections(companyId, ['own-views', 'shared-views'], after)
      res.json(await readViews(pool, { companyId, userId, audience: audienceOf(role) }))
    })
    .get(paths.viewCounts, signedIn, async (req, res, next) => {
      const { companyId, userId, role } = res.locals.member
      const { views = [], after } = parse(viewCountsQuery, req.query)
      await waitForProjections(companyId, ['own-views', 'shared-views', 'job-rows', 'dashboard-jobs'], after)
      const reader = { companyId, userId, audience: audienceOf(role) }
      const count = async () => void res.json(await countViews(pool, reader, views, services.now()))
      await searching(count)(req, res, next)
    })
    .post(paths.viewOpened, signedIn, requireOpen, async (req, res) => {
      const { companyId, userId, role } = res.locals.member
      if (!isOffice(role)) throw officeOnly()
      const { after } = parse(afterQuery, req.query)
      const viewId = id.safeParse(req.params.viewId)
      await waitForProjections(companyId, ['shared-views'], after)
      const opened = viewId.success && { companyId, viewId: viewId.data, userId }
      const answer: ViewOpenedAnswer = { people: opened ? await noteViewOpened(pool, opened, services.now()) : 0 }
      res.json(answer)
    })
    .get(paths.list, signedIn, async (req, res) => {
      const { companyId, role } = res.locals.member
      const list = z.enum(lists).safeParse(req.params.list)
      if (!list.success) throw notFound('There is no such list.')
      if (!isOffice(role) && list.data !== 'apartments') throw officeOnly()
      const { search, after } = parse(listQuery, req.query)
      await waitForProjections(companyId, [list.data], after)
      res.json(await readNameList(pool, companyId, list.data, search))
    })
    .get(paths.team, signedIn, async (req, res) => {
      const { companyId, role } = res.locals.member
      const { after } = parse(afterQuery, req.query)
      await waitForProjections(companyId, ['members'], after)
      res.json(await readTeam(pool, companyId, role))
    })
    .get(paths.company, signedIn, async (req, res) => {
      const { companyId, role } = res.locals.member
      const { after } = parse(afterQuery, req.query)
      await waitForProjections(companyId, ['company', 'apartments'], after)
      const company = await readCompany(pool, companyId)
      if (!company) throw refused(refuse('company-not-found'))
      res.json(visible(audienceOf(role), company))
    })
    .get(paths.ledger, signedIn, async (req, res) => {
      const { companyId } = res.locals.member
      parse(afterQuery, req.query)
      // The team's devices need the head as well; the hash covers salted digests and reveals nothing.
      const head = await readHead(pool, companyId)
      if (!head) throw refused(refuse('company-not-found'))
      const { epoch, seq, hash } = head
      res.json({ epoch, seq, hash })
    })
}

const officeOnly = () => refused(refuse('office-only'))
const jobNotFound = () => refused(refuse('job-not-found'))
