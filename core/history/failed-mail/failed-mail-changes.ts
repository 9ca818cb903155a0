import type { Change } from '#core/history/changes.ts'
import type { EmailFailed } from '#core/job/failed-mail/failed-mail-messages.ts'
import { whyNotSentWords } from '#core/job/failed-mail/why-not-sent.ts'
import type { JobEvent } from '#core/job/messages.ts'
import type { Recorded } from '#core/model/messages.ts'

/**
 * Returns a function that tells what an event states that an email failed: to whom it was to go, if that event of the job was read before.
 * Undefined for others.
 */
export function failedMails() {
  const addresses = new Map<string, string>()
  return ({ type, data, streamId }: Recorded<JobEvent>): Change[] | undefined => {
    if (type === 'InvoiceSent' || type === 'EvidenceSent' || type === 'TenantLinkSent')
      addresses.set(`${streamId} ${data.mailId}`, data.sentTo)
    if (type !== 'EmailFailed') return undefined
    const to = addresses.get(`${streamId} ${data.mailId}`)
    return [
      { field: 'why', of: names[data.what], to: whyNotSentWords[data.why] },
      ...(to === undefined ? [] : [{ field: 'sentTo', to } as const]),
    ]
  }
}

const names: Record<EmailFailed['what'], string> = {
  invoice: 'the invoice',
  evidence: 'the evidence pack',
  'tenant-link': 'the tenant’s page',
}

/** 'could not send the invoice by email: the mail server does not accept this address'. */
export const notSent = ([why]: readonly Change[]): string => {
  const { of = '', to = '' } = why ?? {}
  const reason = `${to}`.replace(/^./, (letter) => letter.toLowerCase()).replace(/\.$/, '')
  return `could not send ${of} by email: ${reason}`
}
