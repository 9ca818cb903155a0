import type { RequestHandler } from 'express'
import { readSessionUser } from '#api/accounts/accounts.ts'
import { doneBy } from '#api/audit/from-request.ts'
import { readSessions } from '#api/auth/sessions/own-sessions.ts'
import { readSignIns } from '#api/auth/sessions/own-sign-ins.ts'
import { readFeed } from '#api/feed/feeds.ts'
import { notFound } from '#api/http/errors.ts'
import { hasMorningList } from '#api/mail/morning-list/morning-list-rows.ts'
import { noticesOfOne } from '#api/notices/notice-rows.ts'
import { devicesOf } from '#api/notices/push-devices.ts'
import { readViews } from '#api/reads/jobs/saved-views.ts'
import { readViewsOpened } from '#api/reads/jobs/view-uses.ts'
import { readTodos } from '#api/reads/todos.ts'
import { readMember } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { withoutErased } from '#core/member/details.ts'
import { audienceOf } from '#core/model/access.ts'
import { viewsIn } from '#core/views/views.ts'
import { auditDays } from '#core/wire/account/audit.ts'
import type { PersonalData } from '#core/wire/account/personal-data.ts'
import { readInCompany } from '#ledger/database/connect.ts'

const mostSignIns = 1_000

/** GET /api/auth/personal-data: a file with what is kept about the signed-in person. */
export const exportPersonalData =
  ({ authPool, ledgerPool, keys, audit, now }: Services): RequestHandler =>
  async (req, res) => {
    const { member } = res.locals
    const [user, person, sessions, signIns, { list }, { own }, feed, viewsOpened, morningList, told] =
      await Promise.all([
        readSessionUser(ledgerPool, member),
        readMember(ledgerPool, member),
        readSessions(ledgerPool, member),
        readSignIns(ledgerPool, member, { most: mostSignIns, days: auditDays }),
        readTodos(ledgerPool, { ...member, now: now() }),
        readViews(ledgerPool, { ...member, audience: audienceOf(member.role) }),
        readFeed(authPool, keys, member.userId),
        readViewsOpened(ledgerPool, member),
        hasMorningList(ledgerPool, member),
        readInCompany(ledgerPool, member.companyId, [noticesOfOne(member), devicesOf(member)]),
      ])
    if (!user || !person) throw notFound('Account not found.')
    // Its link is a secret.
    const { path: _, ...calendarFeed } = feed ?? { path: undefined }
    await audit.record(doneBy(req, member, 'exported', 'personal-data'))
    res.attachment('fettle-personal-data.json').json({
      user,
      details: withoutErased(person),
      earlierNames: person.earlierNames ?? [],
      memberSince: person.createdAt,
      sessions,
      signIns,
      todos: list.todos,
      views: viewsIn(own),
      viewsOpened,
      morningList,
      notices: told[0].rows[0]?.settings ?? {},
      pushDevices: told[1].rows.map(({ device, createdAt, sentAt }) => ({
        ...{ device, createdAt },
        ...(sentAt ? { sentAt } : {}),
      })),
      ...('visits' in calendarFeed ? { calendarFeed } : {}),
    } satisfies PersonalData)
  }
