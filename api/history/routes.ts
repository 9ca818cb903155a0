import { Router } from 'express'
import { doneBy } from '#api/audit/from-request.ts'
import { jobIdOf } from '#api/company/own-company.ts'
import { notFound, parse, refused } from '#api/http/errors.ts'
import { inSlots, type SlotWork } from '#api/http/slots/in-slots.ts'
import { shortReads } from '#api/http/slots/short-reads.ts'
import type { WaitForProjections } from '#api/reads/wait-for-projections.ts'
import { askAgain } from '#api/rights/ask-again.ts'
import { requireConfirmedAgain } from '#api/rights/confirmed.ts'
import { requireMember } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { audienceOf, isOffice } from '#core/model/access.ts'
import { refuse } from '#core/model/refusals.ts'
import type { ProjectionName } from '#core/projections/projections.ts'
import { auditQuery } from '#core/wire/account/audit.ts'
import { eventsQuery, exportHistoryQuery, historyQuery, jobHistoryQuery } from '#core/wire/history.ts'
import { paths } from '#core/wire/paths.ts'
import { sendHistory } from './export.ts'
import { imagesIn, readJobHistory } from './job-history.ts'
import { readAudit } from './read-audit.ts'
import { readEvent } from './read-event.ts'
import { readCompanyHistory, resolveQuery } from './read-history.ts'
import { readLog } from './read-log.ts'

const exportLimits = {
  all: 6,
  error: 'Another export is under way. Please try again in a moment.',
  code: 'too-many-exports',
}
/** A search takes a second at most, so those of a company wait for their turn: side by side they took all cores of a small machine. */
const searchLimits = {
  all: 6,
  company: 1,
  waiting: 8,
  error: 'Other searches are under way. Please try again in a moment.',
  code: 'too-many-searches',
}

/** What the streams of a site are read from. */
const ofSites: readonly ProjectionName[] = ['job-rows', 'part-rows', 'job-parts', 'site-names', 'recurring-work']

/** The history of the whole company, for its office: everything except personal events; and that of a job, for everybody. */
export function historyRoutes(services: Services, waitForProjections: WaitForProjections): Router {
  const { audit, ledgerPool: pool, now } = services
  const { urlsOf } = services.images.signer
  const signedIn = requireMember(services)
  const few = inSlots(exportLimits)
  const search = inSlots(searchLimits)
  const read = inSlots(shortReads)
  const showHistory: SlotWork = async (req, res, signal) => {
    const { companyId, role } = res.locals.member
    if (!isOffice(role)) throw refused(refuse('office-only'))
    const { after, ...query } = parse(historyQuery, req.query)
    // The history is read from the log, but the jobs of a site come from projections.
    if (query.site !== undefined) await waitForProjections(companyId, ofSites, after)
    res.json(await readCompanyHistory(pool, companyId, query, now(), signal))
  }
  const searchHistory = search(showHistory)
  const readHistory = read(showHistory)
  return Router()
    .get(paths.history, signedIn, (req, res, next) =>
      req.query.search ? searchHistory(req, res, next) : readHistory(req, res, next),
    )
    .get(
      paths.events,
      signedIn,
      read(async (req, res) => {
        const { companyId, role, key } = res.locals.member
        const query = parse(eventsQuery, req.query)
        res.json(await readLog(pool, companyId, audienceOf(role), query, key?.onlyAgency))
      }),
    )
    .get(
      paths.exportHistory,
      [signedIn, requireConfirmedAgain(services)],
      few(async (req, res, signal) => {
        const { companyId, role } = res.locals.member
        if (!isOffice(role)) throw refused(refuse('office-only'))
        const { after, format, ...query } = parse(exportHistoryQuery, req.query)
        if (query.site !== undefined) await waitForProjections(companyId, ofSites, after)
        const asked = { ...(await resolveQuery(pool, companyId, query, now())), signal }
        await audit.record(doneBy(req, res.locals.member, 'exported', 'history'))
        await sendHistory(res, { pool, companyId, asked, format, askAgain: askAgain(services, res.locals.member) })
      }),
    )
    .get(
      paths.jobHistory,
      signedIn,
      read(async (req, res) => {
        const { companyId, role } = res.locals.member
        const jobId = jobIdOf(req.params.jobId)
        // Read from the log, which already has every accepted change, so there is nothing to wait for.
        const { after: _, ...query } = parse(jobHistoryQuery, req.query)
        const answer = await readJobHistory(pool, companyId, audienceOf(role), jobId, query)
        if (!answer) throw refused(refuse('job-not-found'))
        res.json({ ...answer, urls: urlsOf(imagesIn(answer.events), res.locals.member, 'history') })
      }),
    )
    .get(paths.audit, signedIn, async (req, res) => {
      const { companyId, role } = res.locals.member
      if (!isOffice(role)) throw refused(refuse('office-only'))
      const { before } = parse(auditQuery, req.query)
      res.json(await readAudit(pool, companyId, before))
    })
    .get(paths.historyEvent, signedIn, async (req, res) => {
      const { companyId, role } = res.locals.member
      if (!isOffice(role)) throw refused(refuse('office-only'))
      const { seq } = req.params
      const answer =
        typeof seq === 'string' && /^[1-9]\d{0,11}$/.test(seq)
          ? await readEvent(pool, companyId, Number(seq))
          : undefined
      if (!answer) throw notFound('There is no such event.')
      res.json(answer)
    })
}
