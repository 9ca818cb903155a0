import { Router } from 'express'
import { parse } from '#api/http/errors.ts'
import { requireMember } from '#api/rights/require-member.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { audienceOf } from '#core/model/access.ts'
import { markRead, notificationsQuery, type UnreadAnswer } from '#core/wire/jobs/notifications.ts'
import { paths } from '#core/wire/paths.ts'
import { markNotificationsRead, type Reader, readNotifications, readUnread } from './notification-reads.ts'

/** What the signed-in person was told, and that they have read it. */
export function notificationRoutes(services: Services): Router {
  const { ledgerPool, bell } = services
  const signedIn = requireMember(services)
  const readerOf = ({ companyId, userId, role }: MemberRights): Reader => ({
    companyId,
    userId,
    audience: audienceOf(role),
  })
  return Router()
    .get(paths.notifications, signedIn, async (req, res) => {
      const asked = parse(notificationsQuery, req.query)
      res.json(await readNotifications(ledgerPool, readerOf(res.locals.member), asked))
    })
    .post(paths.notificationsRead, signedIn, async (req, res) => {
      const reader = readerOf(res.locals.member)
      const isChanged = await markNotificationsRead(ledgerPool, reader, parse(markRead, req.body))
      if (isChanged) bell.ring('fettle_notified', [reader.companyId])
      const answer: UnreadAnswer = { unread: await readUnread(ledgerPool, reader) }
      res.json(answer)
    })
}
