import type pg from 'pg'
import { companyNow, foldMember, memberEvents } from '#api/rights/member-log.ts'
import { endOfKey } from '#core/api-keys/end-of-key.ts'
import { isOffice } from '#core/model/access.ts'
import { rowsOf } from '#ledger/database/statement.ts'
import { storedEvent } from '#ledger/log/read.ts'
import type { Webhook } from './webhook-rows.ts'

/** Whether a webhook may be sent to: `left` if the person who answers for it did, as with an API key; `erased` if the company is. */
export async function standingOf(
  client: pg.ClientBase,
  { companyId, answeredBy, answeredAt }: Pick<Webhook, 'companyId' | 'answeredBy' | 'answeredAt'>,
  now: Date,
): Promise<'stands' | 'left' | 'erased'> {
  const [company] = await rowsOf(client, companyNow({ companyId }))
  if (company?.erasing_since) return 'erased'
  const events = (await rowsOf(client, memberEvents({ companyId, userId: answeredBy }))).map(storedEvent)
  if (endOfKey({ createdAt: answeredAt }, events, now.toISOString())) return 'left'
  const person = foldMember(events)
  return person?.state === 'active' && isOffice(person.userRole) ? 'stands' : 'left'
}
