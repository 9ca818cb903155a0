import { createHash } from 'node:crypto'
import { addMail } from '#api/mail/outbox.ts'
import { noteReportMail } from '#api/report-links/link-rows.ts'
import type { Services } from '#api/services/services.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { inCompany } from '#ledger/database/connect.ts'
import type { reportLimits } from './limits.ts'

type Parts = Pick<Services, 'authPool' | 'config'> & { limits: ReturnType<typeof reportLimits> }

/**
 * Queues the mail with the link to follow a report, once for each report, to the address that was given with it. Without an address, or a
 * mail server, nothing is sent; nor to an address that has got many of them today, as anybody can give it.
 */
export async function mailReportLink(
  { authPool, config, limits }: Parts,
  companyId: string,
  { streamId, type, data }: Pick<StoredEvent, 'streamId' | 'type' | 'data'>,
): Promise<void> {
  const recipient = type === 'RepairReported' && 'email' in data ? data.email : ''
  if (!recipient || !config.mail) return
  await inCompany(authPool, companyId, async (client) => {
    if (!(await noteReportMail(client, streamId))) return
    const mailbox = createHash('sha256').update(recipient.toLowerCase()).digest('base64url')
    if (await limits.mayMail(mailbox)) await addMail(client, { mailId: streamId, kind: 'report-link', recipient })
  })
}
