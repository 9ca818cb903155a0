import { createHash } from 'node:crypto'
import { type RequestHandler, Router } from 'express'
import { doneBy } from '#api/audit/from-request.ts'
import { notFound, parse, refused } from '#api/http/errors.ts'
import { requireMember, requireOpen } from '#api/rights/require-member.ts'
import { isClosed, type MemberRights, readMemberSince } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { isOffice } from '#core/model/access.ts'
import { refuse } from '#core/model/refusals.ts'
import { type FeedAnswer, feedChange } from '#core/wire/jobs/calendar.ts'
import { paths } from '#core/wire/paths.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { changeFeed, deleteFeed, findFeed, makeFeed, readFeed, recordFeedRead } from './feeds.ts'
import { iCalendarOf } from './icalendar.ts'
import { feedLimits } from './limits.ts'
import { readFeedContent } from './visits.ts'

/** A person's own private calendar link, and the calendar behind it. */
export function feedRoutes(services: Services): Router {
  const { audit, authPool, keys } = services
  const signedIn = requireMember(services)
  const answer = async ({ userId, role }: MemberRights): Promise<FeedAnswer> => {
    const feed = await readFeed(authPool, keys, userId)
    return feed ? { feed: { ...feed, visits: isOffice(role) ? feed.visits : 'mine' } } : {}
  }
  const visitsIn = (body: unknown, { role }: MemberRights) => {
    const { visits } = parse(feedChange, body)
    if (visits === 'all' && !isOffice(role)) throw refused(refuse('office-only'))
    return visits
  }
  return Router()
    .get(paths.calendarFeed, signedIn, async (_req, res) => void res.json(await answer(res.locals.member)))
    .post(paths.calendarFeed, signedIn, requireOpen, async (req, res) => {
      const { member } = res.locals
      const visits = visitsIn(req.body, member)
      await inCompany(authPool, member.companyId, async (client) => {
        await audit.recordIn(client, doneBy(req, member, 'key-changed', 'calendar-link'))
        await makeFeed(client, keys, member, visits)
      })
      res.json(await answer(member))
    })
    .put(paths.calendarFeed, signedIn, requireOpen, async (req, res) => {
      const { member } = res.locals
      const visits = visitsIn(req.body, member)
      await inCompany(authPool, member.companyId, async (client) => {
        if (await changeFeed(client, member.userId, visits)) return
        await audit.recordIn(client, doneBy(req, member, 'key-changed', 'calendar-link'))
        await makeFeed(client, keys, member, visits)
      })
      res.json(await answer(member))
    })
    .delete(paths.calendarFeed, signedIn, async (req, res) => {
      const { member } = res.locals
      await inCompany(authPool, member.companyId, async (client) => {
        await audit.recordIn(client, doneBy(req, member, 'key-changed', 'calendar-link-ended'))
        await deleteFeed(client, member.userId)
      })
      res.json(await answer(member))
    })
    .get(paths.feed, readCalendar(services))
}

/** GET /ical/....ics: open to anyone with the link while its owner is an active member of an open company, with the rights of their current role. */
function readCalendar(services: Services): RequestHandler<{ link: string }> {
  const { authPool, ledgerPool, config } = services
  const limits = feedLimits()
  return async (req, res) => {
    const token = /^([\w-]{43})\.ics$/.exec(req.params.link)?.[1]
    const feed = token ? await findFeed(authPool, token) : undefined
    const member = feed && (await readMemberSince(ledgerPool, feed, feed.createdAt))
    if (!feed || member?.state !== 'active' || (await isClosed(ledgerPool, feed.companyId))) {
      await limits.missed(req.ip ?? '')
      throw notFound('There is no such calendar.')
    }
    const { userId, companyId } = feed
    await limits.read(userId)
    const isAll = feed.visits === 'all' && isOffice(member.userRole)
    const content = await readFeedContent(ledgerPool, companyId, { ...(isAll ? {} : { userId }), now: services.now() })
    const text = iCalendarOf(content, config.publicUrl ?? `${req.protocol}://${req.get('host') ?? 'localhost'}`)
    await recordFeedRead(authPool, userId, req.get('user-agent') ?? '')
    const tag = `"${createHash('sha256').update(text).digest('base64url')}"`
    res.set({
      ETag: tag,
      // Revalidated each time, so that a link that is turned off stops showing anything.
      'Cache-Control': 'private, no-cache',
      'Content-Disposition': 'inline; filename="fettle.ics"',
    })
    // Express would ignore the tag of programs that also send 'no-cache'.
    if (req.get('if-none-match')?.includes(tag)) return void res.status(304).end()
    res.type('text/calendar; charset=utf-8').send(text)
  }
}
