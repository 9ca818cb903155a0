import { type Request, type RequestHandler, type Response, Router } from 'express'
import ical from 'ical-generator'
import { v5 as idFrom, v7 as uuid } from 'uuid'
import type { CommandContext } from '#api/commands/handle-command.ts'
import { HttpFailure, notFound } from '#api/http/errors.ts'
import { largeBody, refuseSlow } from '#api/http/slow-requests.ts'
import { keyOf, thumbnailOf } from '#api/image-store/image-paths.ts'
import { storageFailure } from '#api/image-store/storage-failure.ts'
import { openUploadRoom } from '#api/images/upload/upload-room.ts'
import type { WaitForProjections } from '#api/reads/wait-for-projections.ts'
import type { Services } from '#api/services/services.ts'
import { countOpened } from '#api/tenant-links/link-rows.ts'
import { messageLength } from '#core/job/tenant/tenant-messages.ts'
import { id, instant } from '#core/model/values.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { readHead } from '#ledger/log/read.ts'
import { field, fields, form, unreadable, words } from './form-fields.ts'
import { type Link, openedLinks } from './opened-links.ts'
import { pageHeaders } from './page/layout.ts'
import { type Addresses, tenantPage } from './page/tenant-page.ts'
import { timesPage, windowOf } from './page/times-page.ts'
import type { TenantPage } from './read-page.ts'
import { sendPhotos } from './send-photos.ts'

/** Any id: those of messages are made from it, so it never changes. */
const namespace = 'b1f0c8d5-37a2-4e6b-9d84-5c2e7a1f6093'

/** The tenant's page of a job and its forms, for anyone with the link. They need no script. */
export function tenantPages(
  services: Services,
  context: CommandContext,
  waitForProjections: WaitForProjections,
): Router {
  const { authPool, images } = services
  const { open, give, limits, now } = openedLinks(services, waitForProjections)
  const room = openUploadRoom(images.uploadsFolder)

  function pageOf(req: Request<Link>, page: TenantPage, error?: string) {
    return tenantPage({ page, to: addressesOf(req), now: now().toISOString(), form: uuid(), error })
  }
  /** The page again, with what was wrong. */
  function again(req: Request<Link>, res: Response, page: TenantPage, status: number, error: string) {
    res.status(status).send(pageOf(req, page, error))
  }
  async function showPicture(req: Request<Link>, res: Response, src: string) {
    const bytes = await images.files.read(keyOf(src)).catch((error: unknown) => {
      throw storageFailure(req.log, error, 'The picture cannot be read at the moment.')
    })
    if (!bytes) throw notFound()
    res.set('Content-Security-Policy', "sandbox; default-src 'none'").type('image/webp').send(bytes)
  }

  return Router()
    .use('/t', addHeaders)
    .get(paths.tenantPage, async (req, res) => {
      const opened = await open(req, res)
      if (!opened) return
      if (req.method === 'GET') await countOpened(authPool, opened.found.linkId)
      res.send(pageOf(req, opened.page))
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
      again(req, res, page, 409, refusal.error)
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
      const [times, message] = [fields(req, 'time'), words(req, 'message', messageLength)]
      const windows = times.flatMap((one) => windowOf(one, page.company.timeZone) ?? [])
      if (windows.length < times.length) throw unreadable()
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
    .post(paths.tenantMessage, form, async (req, res) => {
      const opened = await open(req, res)
      if (!opened) return
      const { found, page } = opened
      await limits.change(found.linkId)
      const { jobId, linkId } = found
      const note = words(req, 'message', messageLength)
      const noteId = idFrom(`${linkId} ${field(req, 'form') || uuid()} ${note}`, namespace)
      const refusal = await give(found, { type: 'WriteAsTenant', data: { jobId, linkId, noteId, note } })
      if (refusal) again(req, res, page, 400, refusal.error)
      else res.redirect(303, `${addressesOf(req).self}#messages`)
    })
    .post(paths.tenantPhotos, refuseSlow(largeBody))
    .post(paths.tenantPhotos, async (req, res) => {
      const opened = await open(req, res)
      if (!opened) return
      const { found, page } = opened
      await limits.change(found.linkId)
      const fault = await sendPhotos({ services, context, room }, req, res, found).catch((error: unknown) => {
        if (error instanceof HttpFailure && error.status === 400) return error.body.error
        throw error
      })
      if (fault) return again(req, res, page, 400, fault)
      await waitForProjections(found.companyId, ['job'], await headOf(found.companyId))
      res.redirect(303, `${addressesOf(req).self}#photos`)
    })
    .get(paths.tenantPhoto, async (req, res) => {
      const opened = await open(req, res, limits.picture)
      if (!opened) return
      const photo = opened.page.photos.find((one) => one.imageId === req.params.imageId)
      if (!photo) throw notFound()
      await showPicture(req, res, thumbnailOf(photo.src))
    })
    .get(paths.tenantLogo, async (req, res) => {
      const opened = await open(req, res, limits.picture)
      if (!opened) return
      const { logo } = opened.page.company
      if (!logo) throw notFound()
      await showPicture(req, res, logo.src)
    })

  async function headOf(companyId: string) {
    return (await readHead(services.ledgerPool, companyId))?.seq
  }
  function todayOf({ company }: TenantPage) {
    return wallClock(now().toISOString(), company.timeZone).day
  }
}

const addHeaders: RequestHandler = (_req, res, next) => {
  res.set(pageHeaders)
  next()
}

/** The visit that a form confirms. */
function timesIn(req: Request<Link>) {
  const [jobStart, jobEnd] = [field(req, 'jobStart'), field(req, 'jobEnd')]
  if (![jobStart, jobEnd].every((one) => instant.safeParse(one).success)) throw unreadable()
  return { jobStart, jobEnd }
}

function addressesOf({ params }: Request<Link>): Addresses {
  const { link } = params
  return {
    self: pathTo(paths.tenantPage, { link }),
    confirm: pathTo(paths.tenantConfirm, { link }),
    times: pathTo(paths.tenantTimes, { link }),
    calendar: pathTo(paths.tenantCalendar, { link }),
    logo: pathTo(paths.tenantLogo, { link }),
    message: pathTo(paths.tenantMessage, { link }),
    photos: pathTo(paths.tenantPhotos, { link }),
    photo: (imageId) => pathTo(paths.tenantPhoto, { link, imageId }),
  }
}
