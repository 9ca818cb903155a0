import { type Request, type RequestHandler, type Response, Router } from 'express'
import { v7 as uuid } from 'uuid'
import type { CommandContext } from '#api/commands/handle-command.ts'
import { readCompany } from '#api/company/company-answer.ts'
import { HttpFailure, notFound } from '#api/http/errors.ts'
import { companyChange, companyRead } from '#api/http/slots/company-requests.ts'
import { whileConnected } from '#api/http/slots/in-slots.ts'
import { largeBody, refuseSlow } from '#api/http/slow-requests.ts'
import { keyOf } from '#api/image-store/image-paths.ts'
import { storageFailure } from '#api/image-store/storage-failure.ts'
import { receiveFiles } from '#api/images/upload/receive-files.ts'
import { openUploadRoom } from '#api/images/upload/upload-room.ts'
import { readJob } from '#api/reads/jobs/job.ts'
import { readSite } from '#api/reads/sites/site.ts'
import type { WaitForProjections } from '#api/reads/wait-for-projections.ts'
import { addReportLink, findReportLink, reportStatusPath } from '#api/report-links/link-rows.ts'
import { addressBlock } from '#api/rights/rate-limits.ts'
import type { Services } from '#api/services/services.ts'
import { field, words } from '#api/tenants/form-fields.ts'
import { endedPage, pageHeaders } from '#api/tenants/page/layout.ts'
import { type CompanyShown, companyShown } from '#api/tenants/read-page.ts'
import { id } from '#core/model/values.ts'
import { faultOfReport, tidyReport } from '#core/report/decisions.ts'
import type { ReportForm } from '#core/report/messages.ts'
import { takesReports } from '#core/report/takes-reports.ts'
import { placeLength, reportLength, rooms, urgencies } from '#core/report/values.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { readHead, readStream } from '#ledger/log/read.ts'
import { formToken, readFormToken } from './form-token.ts'
import { reportLimits } from './limits.ts'
import { mailReportLink } from './mail-link.ts'
import { noReportsPage, reportFormPage, trap, type Written } from './page/report-form.ts'
import { reportStatusPage } from './page/report-status.ts'
import { readReport } from './read-reports.ts'
import { takeReport } from './receive.ts'

type Params = { page: string; siteId?: string }
type Opened = {
  companyId: string
  pageId: string
  company: CompanyShown
  logo: string
  site?: { siteId: string; name: string }
}
type Error = NonNullable<Parameters<typeof reportFormPage>[0]['error']>

/** The page where people report repairs to a company, and the one where they follow their report. They need no script. */
export function reportPages(
  services: Services,
  context: CommandContext,
  waitForProjections: WaitForProjections,
): Router {
  const { authPool, ledgerPool, images, keys, now, config } = services
  const limits = reportLimits(services)
  const mailing = { authPool, config, limits }
  const room = openUploadRoom(images.uploadsFolder)

  /** The page of an address now. Answers itself, and returns undefined, if it is none or takes no reports. */
  async function open(req: Request<Params>, res: Response): Promise<Opened | undefined> {
    const { page, siteId } = req.params
    const found = await findReportLink(authPool, 'page', page)
    if (!found) {
      await limits.missed(req.ip ?? '')
      return void res.status(404).send(endedPage(undefined))
    }
    await limits.read(req.ip ?? '')
    const { companyId, linkId: pageId } = found
    await (req.method === 'POST' ? companyChange : companyRead)(companyId, res)
    const answer = await readCompany(ledgerPool, companyId)
    if (!answer) return void res.status(404).send(endedPage(undefined))
    const [company, logo] = [companyShown(answer), pathTo(paths.reportFormLogo, { page })]
    if (!takesReports(answer, pageId, now().toISOString()))
      return void res.status(409).send(noReportsPage(company, logo))
    if (siteId === undefined) return { companyId, pageId, company, logo }
    const known = id.safeParse(siteId).success ? await readSite(ledgerPool, companyId, 'office', siteId) : undefined
    if (!known) return void res.status(404).send(endedPage(company))
    return { companyId, pageId, company, logo, site: { siteId, name: known.site.name } }
  }

  /** The form, for a report of its own or for the one that it was. */
  function form(
    req: Request<Params>,
    opened: Opened,
    again: { reportId?: string; error?: Error; written?: Written } = {},
  ) {
    const { company, logo, site, pageId } = opened
    const { reportId = uuid(), ...rest } = again
    const token = formToken(keys, { pageId, siteId: site?.siteId }, reportId, now())
    return reportFormPage({ company, logo, action: req.path, token, site: site?.name, ...rest })
  }

  const show: RequestHandler<Params> = async (req, res) => {
    const opened = await open(req, res)
    if (opened) res.send(form(req, opened))
  }

  const receive: RequestHandler<Params> = async (req, res) => {
    const opened = await open(req, res)
    if (!opened) return
    const { companyId, pageId, site } = opened
    const again = (status: number, error: Error, more: { reportId?: string; written?: Written } = {}) =>
      void res.status(status).send(form(req, opened, { ...more, error }))
    // Nobody is signed in: the places of one address are as many as a person's.
    const claim = { companyId, userId: addressBlock(req.ip ?? ''), signal: whileConnected(res) }
    const take = async (folder: string) => {
      const { files, fields } = await receiveFiles(req, res, folder)
      const body = { body: fields }
      const written = writtenIn(body)
      const token = readFormToken(keys, { pageId, siteId: site?.siteId }, field(body, 'token'), now())
      if (!token || token.isTooLate)
        return again(409, { says: 'This page was open for a long time. Please send it once more.' }, { written })
      const { reportId, isTooSoon } = token
      const history = await readStream(ledgerPool, companyId, reportId, 1)
      // A form that is sent twice is one report.
      if (history[0]) {
        await mailReportLink(mailing, companyId, history[0])
        return res.redirect(303, reportStatusPath(keys, reportId))
      }
      if (field(body, trap))
        return again(400, { says: 'Please leave the field empty that says so.', isTrap: true }, { reportId, written })
      if (isTooSoon)
        return again(429, { says: 'That was very quick. Please check it and send it again.' }, { reportId, written })
      const report = tidyReport(reportIn(body, site))
      const fault = faultOfReport(report)
      if (fault) return again(400, { says: fault.error, field: fault.field }, { reportId, written })
      await limits.report(req.ip ?? '', companyId)
      await addReportLink(authPool, keys, { linkId: reportId, companyId, kind: 'report' })
      const failed = await takeReport(
        { services, context, folder },
        { companyId, reportId, pageId, form: report },
        files,
        claim,
      )
      if (failed) return again(400, { says: failed, field: 'images' }, { reportId, written })
      const [reported] = await readStream(ledgerPool, companyId, reportId, 1)
      if (reported) await mailReportLink(mailing, companyId, reported)
      await waitForProjections(companyId, ['reports', 'report-counts'], (await readHead(ledgerPool, companyId))?.seq)
      res.redirect(303, reportStatusPath(keys, reportId))
    }
    await room(claim, take, { req, res }).catch((error: unknown) => {
      // What was wrong with the form itself, such as too many photos, before its texts were read.
      if (!(error instanceof HttpFailure) || ![400, 413].includes(error.status) || res.headersSent) throw error
      again(error.status, { says: error.body.error, field: 'images' })
    })
  }

  return Router()
    .use('/t', addHeaders)
    .get(paths.reportFormLogo, async (req, res) => {
      const found = await findReportLink(authPool, 'page', req.params.page)
      const logo = found && (await readCompany(ledgerPool, found.companyId))?.logo
      if (!logo) throw notFound()
      const bytes = await images.files.read(keyOf(logo.src)).catch((error: unknown) => {
        throw storageFailure(req.log, error, 'The picture cannot be read at the moment.')
      })
      if (!bytes) throw notFound()
      res.set('Content-Security-Policy', "sandbox; default-src 'none'").type('image/webp').send(bytes)
    })
    .get(paths.reportStatus, async (req, res) => {
      const found = await findReportLink(authPool, 'report', req.params.report)
      if (!found) await limits.missed(req.ip ?? '')
      else await limits.read(req.ip ?? '')
      const answer = found && (await readCompany(ledgerPool, found.companyId))
      const report = found && answer && (await readReport(ledgerPool, found.companyId, found.linkId))
      if (!answer || !report) return void res.status(404).send(endedPage(undefined))
      const { jobId } = report
      const job = jobId ? await readJob(ledgerPool, found.companyId, 'office', jobId) : undefined
      res.send(
        reportStatusPage({
          company: companyShown(answer),
          report,
          job: job?.job,
          now: now().toISOString(),
        }),
      )
    })
    .get(paths.reportForm, show)
    .get(paths.reportFormOfSite, show)
    .post(paths.reportForm, refuseSlow(largeBody))
    .post(paths.reportForm, receive)
    .post(paths.reportFormOfSite, refuseSlow(largeBody))
    .post(paths.reportFormOfSite, receive)
}

const addHeaders: RequestHandler = (_req, res, next) => {
  res.set(pageHeaders)
  next()
}

type Body = Pick<Request, 'body'>

const writtenIn = (body: Body): Written => ({
  words: field(body, 'words').slice(0, reportLength),
  place: field(body, 'place').slice(0, placeLength),
  room: field(body, 'room'),
  urgency: field(body, 'urgency'),
  name: field(body, 'name').slice(0, 200),
  telephone: field(body, 'telephone').slice(0, 50),
  email: field(body, 'email').slice(0, 320),
})

/** The report in a form. Throws a 400 for what cannot be stored. */
function reportIn(body: Body, site: Opened['site']): ReportForm {
  const room = rooms.find((one) => one === field(body, 'room'))
  return {
    ...(site ? { siteId: site.siteId } : {}),
    place: site?.name ?? words(body, 'place', placeLength),
    words: words(body, 'words', reportLength),
    ...(room ? { room } : {}),
    urgency: urgencies.find((one) => one === field(body, 'urgency')) ?? 'can wait',
    name: words(body, 'name', 200),
    telephone: words(body, 'telephone', 50),
    email: words(body, 'email', 320),
  }
}
