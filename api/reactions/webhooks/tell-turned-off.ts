import type pg from 'pg'
import { v7 as uuid, v5 as uuidFrom } from 'uuid'
import { writeNotifications } from '#api/reactions/notification-rows.ts'
import { readPeople } from '#api/reactions/people-now.ts'
import { isOffice } from '#core/model/access.ts'
import type { TurnedOff } from '#core/reactions/changes.ts'
import type { Bell } from '#ledger/database/bell.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { companyHead } from '#ledger/log/read.ts'
import type { WebhookPlace } from './webhook-rows.ts'

/** Any id: those of these notifications are made from it. */
const namespace = '0193a5f0-2eac-7000-8000-0000000000df'

/**
 * Tells owner and admins that a webhook turned itself off, in the bell and by email. In the transaction that turns it off, so they hear of
 * it once; {@link ringTurnedOff} afterwards.
 */
export async function tellTurnedOff(
  client: pg.ClientBase,
  { companyId, webhookId }: WebhookPlace,
  why: TurnedOff,
  now: Date,
): Promise<void> {
  const office = (await readPeople(client, companyId)).filter(({ role }) => isOffice(role)).map((one) => one.userId)
  const [head] = await rowsOf(client, companyHead({ companyId }))
  const at = now.toISOString()
  const told = office.map((userId) => ({
    notificationId: uuidFrom([webhookId, at, userId].join(' '), namespace),
    way: 'app' as const,
    ...{
      userId,
      jobId: webhookId,
      seq: head?.seq ?? 0,
      at,
      settlesAt: at,
      dueAt: at,
      changes: { webhookOff: { why } },
    },
  }))
  await writeNotifications(client, companyId, {
    byId: new Map(told.map((one) => [one.notificationId, one])),
    forgotten: [],
  })
  for (const { email } of await rowsOf(client, addresses({ companyId, userIds: office })))
    await client.query(addMail({ mailId: uuid(), recipient: email }))
}

/** Has the bells of the office and the sender of mails look, after the transaction. */
export function ringTurnedOff(bell: Bell, { companyId }: Pick<WebhookPlace, 'companyId'>) {
  bell.ring('fettle_notified', [companyId])
  bell.ring('fettle_mail', [companyId])
}

const addresses = statement('addresses-of-people', (p: Parameters<{ companyId: string; userIds: readonly string[] }>) =>
  db
    .selectFrom('account')
    .select('email')
    .where('company_id', '=', p.companyId)
    .where((one) => one('user_id', '=', one.fn.any(p.userIds))),
)

const addMail = statement('add-webhook-mail', (p: Parameters<{ mailId: string; recipient: string }>) =>
  db.insertInto('mail').values({ mail_id: p.mailId, kind: 'webhook-off', recipient: p.recipient }),
)
