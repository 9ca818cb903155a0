import type pg from 'pg'
import { v5 as uuidFrom } from 'uuid'
import { appendWith, decideAppend, retryOnConflict } from '#api/commands/decide-and-append.ts'
import { readCompanyNow } from '#api/company/plan-facts.ts'
import { NotTaken } from '#api/services/not-taken.ts'
import type { Services } from '#api/services/services.ts'
import type { EmailFailed, FailedMailCommand, WhyNotSent } from '#core/job/failed-mail/failed-mail-messages.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { readStream } from '#ledger/log/read.ts'

export type FailureParts = Pick<Services, 'ledgerPool' | 'authPool' | 'bell' | 'now'>
/** An email of a job that is given up. */
export type FailedMail = EmailFailed & { companyId: string; jobId: string }

/** Milliseconds after which an email is given up that could not be sent: by then somebody should hear of it. */
const patience = 3 * 24 * 3_600_000

/** Any id: those of commands are made from it, so it never changes. */
const namespace = '0193a5f0-2eac-7000-8000-0000000000fa'

/** Why an email is given up that failed now; undefined if it is to be tried again. */
export function whyGivenUp(error: unknown, queuedAt: number, now: Date): WhyNotSent | undefined {
  const isOfServer = error instanceof NotTaken
  if (isOfServer && error.final) return error.final
  if (now.getTime() - queuedAt < patience) return undefined
  return isOfServer ? 'unreachable' : 'unmade'
}

/**
 * Ends an email of a job that nobody gets. `end` takes it out of its queue, in one transaction with the event that tells the office, so that
 * any number of processes record it once; it returns false if the email is no longer this process's, and nothing is recorded then. What a
 * closed company sent, and what was to go to an address that is erased by now, ends without a word.
 */
export async function recordFailure(
  parts: FailureParts,
  failed: FailedMail,
  end: (client: pg.ClientBase) => Promise<boolean>,
): Promise<void> {
  const { ledgerPool, authPool, bell, now } = parts
  const { companyId, ...data } = failed
  const { jobId, mailId } = data
  const command: FailedMailCommand = { type: 'RecordEmailFailed', data }
  const stamp = {
    commandId: uuidFrom([companyId, jobId, mailId].join(' '), namespace),
    happenedAt: now().toISOString(),
    clock: 'server',
  } as const
  const attempt = async () => {
    const company = await readCompanyNow(ledgerPool, companyId)
    const history = company && !company.closing ? await readStream(ledgerPool, companyId, jobId) : []
    const isTold = history.some((event) => isSendingOf(event, mailId))
    const decision = isTold ? decideAppend({ companyId, role: 'system' }, command, { history }, stamp) : undefined
    if (!decision || isRefusal(decision) || decision.events.length === 0) {
      await inCompany(authPool, companyId, end)
      return
    }
    await appendWith(authPool, decision, async (client) => {
      if (!(await end(client))) throw new NotOurs()
    })
    bell.ring('fettle_appended', [companyId])
  }
  try {
    await retryOnConflict(attempt)
  } catch (error) {
    if (!(error instanceof NotOurs)) throw error
  }
}

/** Whether an event tells that this mail was sent, to an address that is not erased. */
const isSendingOf = ({ type, data }: StoredEvent, mailId: string) =>
  (type === 'InvoiceSent' || type === 'EvidenceSent' || type === 'TenantLinkSent') &&
  data.mailId === mailId &&
  data.sentTo !== erasedText

/** An email was withdrawn, or another process has it by now. */
class NotOurs extends Error {}
