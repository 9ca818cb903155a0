import type { ToldNews } from '#core/job/tenant/tenant-messages.ts'
import type { EventType, StoredEvent } from '#core/ledger/ledger.ts'
import type { Change } from './changes.ts'
import { evidenceSentChanges } from './evidence/evidence-changes.ts'
import { notSent } from './failed-mail/failed-mail-changes.ts'

/** What an event of a tenant's page states, and what was sent by email or text message. Undefined for others. */
export function tenantChanges({ type, data }: StoredEvent): Change[] | undefined {
  switch (type) {
    case 'TenantLinkMade':
    case 'TenantLinkRevoked':
      return []
    case 'TenantLinkSent':
      return [
        ...(data.news === undefined ? [] : [{ field: 'toldTenant', to: newsNames[data.news] } as const]),
        { field: data.way === 'text' ? 'textedTo' : 'sentTo', to: data.sentTo },
      ]
    case 'InvoiceSent':
      return [{ field: 'sentTo', to: data.sentTo }]
    case 'EvidenceSent':
      return evidenceSentChanges(data)
    case 'VisitConfirmed':
      return [{ field: 'confirmed', to: `${data.jobStart} ${data.jobEnd}` }]
    case 'OtherTimesAsked':
      return [
        ...data.windows.map(({ start, end }): Change => ({ field: 'suits', to: `${start} ${end}` })),
        ...(data.message ? [{ field: 'tenantMessage', to: data.message } as const] : []),
      ]
    default:
      return undefined
  }
}

/** What a message told, in words. */
const newsNames: Record<ToldNews, string> = {
  booked: 'Visit booked',
  moved: 'Visit moved',
  cancelled: 'Visit cancelled',
  'on the way': 'On the way',
}

/** The sentences of the events of a tenant's page, and of what was sent by email. */
export const tenantSentences = {
  TenantLinkMade: 'made a link to the tenant’s page',
  TenantLinkSent: (changes: readonly Change[]) =>
    `sent the tenant’s page by ${changes.some(({ field }) => field === 'textedTo') ? 'text message' : 'email'}`,
  InvoiceSent: 'sent the invoice by email',
  EvidenceSent: 'sent the evidence pack by email',
  EmailFailed: notSent,
  TenantLinkRevoked: 'ended a link to the tenant’s page',
  VisitConfirmed: 'confirmed the visit',
  OtherTimesAsked: 'asked for another time',
} as const satisfies Partial<Record<EventType, string | ((changes: readonly Change[]) => string)>>

/** The names of these fields, on screens and in documents. */
export const tenantFieldNames: Partial<Record<Change['field'], string>> = {
  confirmed: 'Visit',
  suits: 'Would suit',
  tenantMessage: 'Message',
  toldTenant: 'News',
  textedTo: 'To',
  mailMessage: 'Message',
  packHas: 'Pack',
}
