import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import ical from 'ical-generator'
import { appendOrConflict, decideAppend, retryOnConflict, serverStamp } from '#api/commands/decide-and-append.ts'
import { HttpFailure, notFound } from '#api/http/errors.ts'
import { companyChange, companyRead } from '#api/http/slots/company-requests.ts'
import { keyOf } from '#api/image-store/image-paths.ts'
import { storageFailure } from '#api/image-store/storage-failure.ts'
import type { WaitForProjections } from '#api/reads/wait-for-projections.ts'
import type { Services } from '#api/services/services.ts'
import { countOpened, type FoundLink, findTenantLink } from '#api/tenant-links/link-rows.ts'
import type { TenantCommand } from '#core/job/tenant/tenant-messages.ts'
import { isRefusal, type Refusal } from '#core/model/refusals.ts'
import { id, instant } from '#core/model/values.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { readStream } from '#ledger/log/read.ts'
import { tenantLimits } from './limits.ts'
import { endedPage, pageHeaders } from './page/layout.ts'
import { type Addresses, tenantPage } from './page/tenant-page.ts'
import { timesPage, windowOf } from './page/times-page.ts'
import { readTenantPage, type TenantPage } from './read-page.ts'

type Link = { link: string }
type Opened = { found: FoundLink; page: TenantPage }

/** The tenant's page of a job and its forms, for whoever has the link. They need no script. */
export function tenantPages(services: Services, waitForProjections: WaitForProjections): Router {
  const { authPool, ledgerPool, bell, images } = services
  const now = () => services.now()
  const limits = tenantLimits()

  /** What a link shows now. Answers itself, and returns undefined, if it has ended or is none. */
  async function open(req: Request<Link>, res: Response): Promise<Opened | undefined> {
    const found = await findTenantLink(authPool, req.params.link)
    if (!found) {
      await limits.missed(req.ip ?? '')
      return void res.status(404).send(endedPage(undefined))
    }
    await limits.read(found.linkId)
    await (req.method === 'POST' ? companyChange : companyRead)(found.companyId, res)
    const { page, company } = await readTenantPage(ledgerPool, found, now())
    if (!page) return void res.status(410).send(endedPage(company))
    return { found, page }
  }

  /** Decides what was sent by a link on the job as it is, and records it in the tenant's name. */
  const give = ({ companyId, jobId }: FoundLink, command: TenantCommand): Promise<Refusal | undefined> =>
    retryOnConflict(async () => {
      const history = await readStream(ledgerPool, companyId, jobId)
      const decision = decideAppend({ companyId, role: 'tenant' }, command, { history }, serverStamp(now()))
      if (isRefusal(decision)) return decision
      if (decision.events.length === 0) return undefined
      const { seq } = await appendOrConflict(ledgerPool, decision)
      bell.ring('fettle_appended', [companyId])
      await waitForProjections(companyId, ['job'], seq)
      return undefined
    })

  return Router()
    .use('/t', addHeaders)
    .get(paths.tenantPage, async (req, res) => {
      const opened = await open(req, res)
      if (!opened) return
      if (req.method === 'GET') await countOpened(authPool, opened.found.linkId)
      res.send(tenantPage({ page: opened.page, to: addressesOf(req), now: now().toISOString() }))
    })
    .post(paths.tenantConfirm, form, async (req, res) => {
      const opened = await open(req, res)
      if (!opened) return
      const { found, page } = opened
      await limits.change(found.linkId)
      const { jobId, linkId } = found
      const data = { jobId, linkId, jobBookingId: field(req, 'jobBookingId'), ...timesIn(req) }
      if (!id.safeParse(data.jobBookingId).success) throw unreadable()
      const refusal = await give(found, { type: 'ConfirmVisit', data })
      if (!refusal) return res.redirect(303, addressesOf(req).self)
      const to = addressesOf(req)
      res.status(409).send(tenantPage({ page, to, now: now().toISOString(), error: refusal.error }))
    })
    .get(paths.tenantTimes, async (req, res) => {
      const opened = await open(req, res)
      if (!opened) return
      const { page } = opened
      res.send(timesPage({ page, to: addressesOf(req), today: todayOf(page), isMore: req.query.more === 'yes' }))
    })
    .post(paths.tenantTimes, form, async (req, res) => {
      const opened = await open(req, res)
      if (!opened) return
      const { found, page } = opened
      await limits.change(found.linkId)
      const { jobId, linkId } = found
      const [times, message] = [fields(req, 'time'), field(req, 'message').slice(0, 1_000).toWellFormed()]
      const windows = times.flatMap((one) => windowOf(one, page.company.timeZone) ?? [])
      if (windows.length < times.length || times.length > 40 || message.includes('\u0000')) throw unreadable()
      const refusal = await give(found, {
        type: 'AskForOtherTimes',
        data: { jobId, linkId, windows: windows.slice(0, 20), message },
      })
      const to = addressesOf(req)
      if (!refusal) return res.redirect(303, to.self)
      const [today, sent] = [todayOf(page), { times, message }]
      res.status(400).send(timesPage({ page, to, today, isMore: true, error: refusal.error, sent }))
    })
    .get(paths.tenantCalendar, async (req, res) => {
      const opened = await open(req, res)
      if (!opened) return
      const { visit, company, site } = opened.page
      if (!visit) throw notFound('There is no visit at the moment.')
      const calendar = ical({ name: `Visit by ${company.name}` })
      const [start, end] = [new Date(visit.jobStart), new Date(visit.jobEnd)]
      calendar.createEvent({ id: visit.jobBookingId, start, end, summary: `${company.name}: repair`, location: site })
      res.attachment('visit.ics').type('text/calendar; charset=utf-8').send(calendar.toString())
    })
    .get(paths.tenantLogo, async (req, res) => {
      const opened = await open(req, res)
      if (!opened) return
      const { logo } = opened.page.company
      if (!logo) throw notFound()
      const bytes = await images.files.read(keyOf(logo.src)).catch((error: unknown) => {
        throw storageFailure(req.log, error, 'The picture cannot be read at the moment.')
      })
      if (!bytes) throw notFound()
      res.set('Content-Security-Policy', "sandbox; default-src 'none'").type('image/webp').send(bytes)
    })

  function todayOf({ company }: TenantPage) {
    return wallClock(now().toISOString(), company.timeZone).day
  }
}

const addHeaders: RequestHandler = (_req, res, next) => {
  res.set(pageHeaders)
  next()
}

/** A form of a few fields. */
const form = express.urlencoded({ extended: false, limit: '20kb', parameterLimit: 60 })

function fields(req: Request<Link>, name: string): string[] {
  const body: unknown = req.body
  const value: unknown =
    typeof body === 'object' && body !== null && Object.hasOwn(body, name) ? Reflect.get(body, name) : []
  return [value].flat().filter((one) => typeof one === 'string')
}

const field = (req: Request<Link>, name: string) => fields(req, name)[0] ?? ''

/** The visit that a form confirms. */
function timesIn(req: Request<Link>) {
  const [jobStart, jobEnd] = [field(req, 'jobStart'), field(req, 'jobEnd')]
  if (![jobStart, jobEnd].every((one) => instant.safeParse(one).success)) throw unreadable()
  return { jobStart, jobEnd }
}

const unreadable = () =>
  new HttpFailure(400, { error: 'This form could not be read. Please go back and try again.', code: 'invalid' })

function addressesOf({ params }: Request<Link>): Addresses {
  const { link } = params
  return {
    self: pathTo(paths.tenantPage, { link }),
    confirm: pathTo(paths.tenantConfirm, { link }),
    times: pathTo(paths.tenantTimes, { link }),
    calendar: pathTo(paths.tenantCalendar, { link }),
    logo: pathTo(paths.tenantLogo, { link }),
  }
}
