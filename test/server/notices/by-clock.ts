import { v7 as uuid } from 'uuid'
import { addNotice, type Notice } from '#api/notices/add-notice.ts'
import { readRecipients } from '#api/notices/read-recipients.ts'
import { inCompany } from '#ledger/database/connect.ts'
import type { SignedInTest, TestServer } from '#test/server/server.ts'

/** A phone with so many changes that were not sent, of which the office is told because it is time. */
export function stuckPhone(by: string, waiting: number, { subject = uuid(), at = new Date() } = {}): Notice {
  const until = new Date(at.getTime() + 86_400_000).toISOString()
  const stuck = { by, on: 'phone', refused: 0, waiting, oldest: at.toISOString() } as const
  return { kind: 'stuck', about: uuid(), subject, changes: { stuck }, at: at.toISOString(), until }
}

/** Tells one person of these as the clock does: with no event of their own, so that all have the seq of the newest one. */
export async function tellByClock(
  { services }: TestServer,
  { user: { companyId, userId } }: Pick<SignedInTest, 'user'>,
  notices: readonly Notice[],
): Promise<void> {
  await inCompany(services.ledgerPool, companyId, async (client) => {
    const { people, zone } = await readRecipients(client, companyId)
    for (const person of people.filter((one) => one.userId === userId))
      for (const notice of notices) await addNotice(client, { companyId, zone }, person, notice)
  })
  services.bell.ring('fettle_notified', [companyId])
}
