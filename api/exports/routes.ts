import { Router } from 'express'
import { doneBy } from '#api/audit/from-request.ts'
import { readCompanyNow } from '#api/company/plan-facts.ts'
import { invalid, parse, refused } from '#api/http/errors.ts'
import { inSlots } from '#api/http/slots/in-slots.ts'
import { mostDays } from '#api/reads/calendar.ts'
import { revealsOfficeFacts } from '#api/reads/jobs/jobs-filters.ts'
import { peopleOf, peopleQueries } from '#api/reads/people.ts'
import { ofRecurring } from '#api/reads/recurring/routes.ts'
import { asksOfficeFacts, ofSitesList } from '#api/reads/sites/routes.ts'
import type { WaitForProjections } from '#api/reads/wait-for-projections.ts'
import { askAgain } from '#api/rights/ask-again.ts'
import { requireConfirmedAgain } from '#api/rights/confirmed.ts'
import { requireMember } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { defaultTimeZone } from '#core/company/company.ts'
import { nameOfPerson } from '#core/member/names.ts'
import { audienceOf, isOffice } from '#core/model/access.ts'
import { refuse } from '#core/model/refusals.ts'
import { afterQuery } from '#core/wire/common.ts'
import {
  exportBookingsQuery,
  exportInvoicesQuery,
  exportJobsQuery,
  exportPartsQuery,
  exportSitesQuery,
} from '#core/wire/jobs/exports.ts'
import { paths } from '#core/wire/paths.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { bookingsTable } from './bookings.ts'
import { deadlinesTable } from './deadlines.ts'
import type { ExportContext } from './export-table.ts'
import { invoicesTable } from './invoices.ts'
import { jobsTable } from './jobs.ts'
import { partsTable } from './parts.ts'
import { recurringTable } from './recurring.ts'
import { sendCsv } from './send-csv.ts'
import { sitesTable } from './sites.ts'

/** Each export holds a database connection until it ends. */
const limits = {
  all: 6,
  error: 'Another export is under way. Please try again in a moment.',
  code: 'too-many-exports',
}

/** Whole lists as CSV files, streamed while they are read. */
export function exportRoutes(services: Services, waitForProjections: WaitForProjections): Router {
  const { audit, ledgerPool: pool, now } = services
  const signedIn = requireMember(services)
  const confirmed = [signedIn, requireConfirmedAgain(services)]
  const few = inSlots(limits)
  return Router()
    .get(
      paths.exportJobs,
      confirmed,
      few(async (req, res) => {
        const { companyId, role, userId, key } = res.locals.member
        const { jobs, ...query } = parse(exportJobsQuery, req.query)
        const onlyAgency = key?.onlyAgency
        const numbers = jobs?.split(',').map(Number)
        if (!isOffice(role) && revealsOfficeFacts(query)) throw refused(refuse('office-only'))
        await waitForProjections(companyId, ['job-rows', 'job'], query.after)
        await audit.record(doneBy(req, res.locals.member, 'exported', 'jobs'))
        const context = await readExportContext(services, companyId)
        await sendCsv(
          res,
          jobsTable(pool, companyId, audienceOf(role), { ...query, userId, numbers, onlyAgency }, context, now()),
          now(),
          askAgain(services, res.locals.member),
        )
      }),
    )
    .get(
      paths.exportInvoices,
      confirmed,
      few(async (req, res) => {
        const { companyId, role, key } = res.locals.member
        const query = parse(exportInvoicesQuery, req.query)
        if (!isOffice(role)) throw refused(refuse('office-only'))
        if (query.from && query.to && query.to < query.from)
          throw invalid('The last day must not be before the first.', 'to')
        await waitForProjections(companyId, ['job-rows', 'job'], query.after)
        await audit.record(doneBy(req, res.locals.member, 'exported', 'invoices'))
        const context = await readExportContext(services, companyId)
        await sendCsv(
          res,
          await invoicesTable(pool, companyId, { ...query, onlyAgency: key?.onlyAgency }, context, now()),
          now(),
          askAgain(services, res.locals.member),
        )
      }),
    )
    .get(
      paths.exportParts,
      confirmed,
      few(async (req, res) => {
        const { companyId, userId } = res.locals.member
        const query = parse(exportPartsQuery, req.query)
        await waitForProjections(companyId, ['part-rows'], query.after)
        await audit.record(doneBy(req, res.locals.member, 'exported', 'parts'))
        const context = await readExportContext(services, companyId)
        await sendCsv(
          res,
          partsTable(pool, { companyId, userId, now: now() }, query, context),
          now(),
          askAgain(services, res.locals.member),
        )
      }),
    )
    .get(
      paths.exportSites,
      confirmed,
      few(async (req, res) => {
        const { companyId, role } = res.locals.member
        const query = parse(exportSitesQuery, req.query)
        if (!isOffice(role) && asksOfficeFacts(query)) throw refused(refuse('office-only'))
        await waitForProjections(companyId, ofSitesList, query.after)
        await audit.record(doneBy(req, res.locals.member, 'exported', 'sites'))
        const context = await readExportContext(services, companyId)
        await sendCsv(
          res,
          sitesTable(pool, { companyId, audience: audienceOf(role), now: now() }, query, context),
          now(),
          askAgain(services, res.locals.member),
        )
      }),
    )
    .get(
      paths.exportDeadlines,
      confirmed,
      few(async (req, res) => {
        const { companyId, role } = res.locals.member
        const { after } = parse(afterQuery, req.query)
        if (!isOffice(role)) throw refused(refuse('office-only'))
        await waitForProjections(companyId, ['deadlines', 'job-rows'], after)
        await audit.record(doneBy(req, res.locals.member, 'exported', 'deadlines'))
        const context = await readExportContext(services, companyId)
        await sendCsv(
          res,
          deadlinesTable(pool, companyId, context, now()),
          now(),
          askAgain(services, res.locals.member),
        )
      }),
    )
    .get(
      paths.exportRecurring,
      confirmed,
      few(async (req, res) => {
        const { companyId, role } = res.locals.member
        const { after } = parse(afterQuery, req.query)
        if (!isOffice(role)) throw refused(refuse('office-only'))
        await waitForProjections(companyId, ofRecurring, after)
        await audit.record(doneBy(req, res.locals.member, 'exported', 'recurring work'))
        const context = await readExportContext(services, companyId)
        await sendCsv(
          res,
          recurringTable(pool, companyId, context, now()),
          now(),
          askAgain(services, res.locals.member),
        )
      }),
    )
    .get(
      paths.exportBookings,
      signedIn,
      few(async (req, res) => {
        const { companyId, role } = res.locals.member
        const query = parse(exportBookingsQuery, req.query)
        const span = Date.parse(query.to) - Date.parse(query.from)
        if (span <= 0) throw invalid('The end must be after the start.', 'to')
        if (span > mostDays * 86_400_000) throw invalid(`A calendar shows at most ${mostDays} days at once.`, 'to')
        await waitForProjections(companyId, ['calendar', 'job'], query.after)
        await audit.record(doneBy(req, res.locals.member, 'exported', 'bookings'))
        const context = await readExportContext(services, companyId)
        await sendCsv(
          res,
          bookingsTable(pool, companyId, audienceOf(role), query, context),
          now(),
          askAgain(services, res.locals.member),
        )
      }),
    )
}

async function readExportContext({ ledgerPool }: Services, companyId: string): Promise<ExportContext> {
  const [[known, details], company] = await Promise.all([
    readInCompany(ledgerPool, companyId, [...peopleQueries(companyId)]),
    readCompanyNow(ledgerPool, companyId),
  ])
  const people = peopleOf([...known.rows, ...details.rows])
  return {
    names: new Map([...people].map(([userId, person]) => [userId, nameOfPerson(person)])),
    timeZone: company?.timeZone ?? defaultTimeZone,
  }
}
