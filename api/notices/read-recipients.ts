import type pg from 'pg'
import { foldCompany } from '#api/company/plan-facts.ts'
import { defaultTimeZone } from '#core/company/company.ts'
import { membersIn } from '#core/ledger/members.ts'
import { audienceOf } from '#core/model/access.ts'
import type { Way } from '#core/notifications/kinds.ts'
import { type Notices, noticesFor, withWays } from '#core/notifications/settings.ts'
import type { Recipient } from '#core/reactions/reaction.ts'
import { rowsOf } from '#ledger/database/statement.ts'
import { smallStreams, storedEvent } from '#ledger/log/read.ts'
import { noticesOfAll } from './notice-rows.ts'
import { withDevices } from './push-devices.ts'

/**
 * Everybody who works in a company now with how they are told, by push only if they turned it on anywhere and by email unless they
 * turned it off, and its time zone. `client` is in a transaction of the company.
 */
export async function readRecipients(
  client: pg.ClientBase,
  companyId: string,
): Promise<{ people: Recipient[]; zone: string }> {
  const [members, ofCompany, chosen, devices] = await Promise.all([
    rowsOf(client, smallStreams({ companyId, stream: 'member' })),
    rowsOf(client, smallStreams({ companyId, stream: 'company' })),
    rowsOf(client, noticesOfAll({ companyId })),
    rowsOf(client, withDevices({ companyId })),
  ])
  const company = foldCompany(ofCompany.map(storedEvent))
  const reached = new Set(devices.map((one) => one.userId))
  const own = new Map(chosen.map((one) => [one.userId, one.settings]))
  const people = [...membersIn(members.map(storedEvent)).values()]
    .filter(({ state }) => state === 'active')
    .map(({ userId, userRole: role }) => {
      const notices = noticesFor(audienceOf(role), company?.office?.notices, own.get(userId))
      return { userId, role, notices: withWays(notices, waysTo(reached.has(userId), notices)) }
    })
  return { people, zone: company?.timeZone ?? defaultTimeZone }
}

const waysTo = (hasDevice: boolean, { email }: Notices): Way[] => [
  'app',
  ...(hasDevice ? (['push'] as const) : []),
  ...(email === 'off' ? [] : (['email'] as const)),
]
