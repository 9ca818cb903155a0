import { expect, test } from 'vitest'
import { historyOf } from '#core/history/history.ts'
import type { Command, Event } from '#core/ledger/ledger.ts'
import { dana, type Given, given, idOf, jobAfter, jobId, recorded } from '#test/core/given-when-then.ts'
import { invoiced, jobCreated } from '#test/core/job-events.ts'
import type { EmailFailed } from './failed-mail-messages.ts'
import { whyFailed } from './why-failed.ts'

const system = { userId: '', role: 'system' } as const
const [first, second, linkId] = [idOf('f', 622), idOf('f', 623), idOf('f', 600)]
const sentTo = 'helen@example.com'
const numbered = invoiced('INV-12')
const invoiceSent = (mailId = first): Event => ({ type: 'InvoiceSent', data: { mailId, sentTo } })
const packSent: Event = {
  type: 'EvidenceSent',
  data: { mailId: first, sentTo, upTo: 1, ...{ copy: 'office', prices: false, notes: false } },
}
const linkMade: Event = { type: 'TenantLinkMade', data: { linkId, siteId: idOf('f', 800), contactId: idOf('f', 610) } }
const linkSent = (): Event => ({ type: 'TenantLinkSent', data: { linkId, mailId: first, sentTo } })
const data = (what: EmailFailed['what'], why: EmailFailed['why'] = 'refused') => ({ mailId: first, what, why })
const failed = (...of: Parameters<typeof data>): Event => ({ type: 'EmailFailed', data: data(...of) })
const record: Command = { type: 'RecordEmailFailed', data: { jobId, ...data('invoice') } }

test('that an email failed is recorded once, by nobody but the server', () => {
  const sent = [jobCreated, numbered, invoiceSent()]
  given(...sent)
    .when(record, system)
    .gives(failed('invoice'))
  given(...sent, failed('invoice'))
    .when(record, system)
    .givesNothing()
  given(...sent)
    .when(record, dana)
    .refuses('Only the office may do this.')
  given().when(record, system).refuses('Job not found.')
})

test('a job knows which of its emails failed, and why', () => {
  const office = jobAfter(jobCreated, numbered, invoiceSent(), failed('invoice', 'unreachable')).office
  expect(whyFailed(office, office?.invoiceSent ?? {})).toBe('unreachable')
  const again = jobAfter(jobCreated, numbered, invoiceSent(), failed('invoice'), invoiceSent(second)).office
  expect(whyFailed(again, again?.invoiceSent ?? {})).toBeUndefined()
  const late = jobAfter(jobCreated, numbered, invoiceSent(), invoiceSent(second), failed('invoice')).office
  expect(whyFailed(late, late?.invoiceSent ?? {})).toBeUndefined()
  const links = jobAfter(jobCreated, linkMade, linkSent(), failed('tenant-link')).office
  expect(links?.tenantLinks?.map((link) => whyFailed(links, link))).toEqual(['refused'])
  expect(whyFailed(undefined, { mailId: first })).toBeUndefined()
})

test('the history says what could not be sent, to whom and why', () => {
  const newest = (...events: Given[]) => historyOf(recorded(...events))[0]
  expect(newest(jobCreated, numbered, invoiceSent(), invoiceSent(second), failed('invoice'))).toMatchObject({
    sentence: 'could not send the invoice by email: the mail server does not accept this address',
    changes: [{ field: 'why' }, { field: 'sentTo', to: sentTo }],
  })
  expect(newest(jobCreated, packSent, failed('evidence', 'rejected'))?.sentence).toBe(
    'could not send the evidence pack by email: the mail server does not accept this email, which may be too large or look like spam',
  )
  expect(newest(jobCreated, linkMade, linkSent(), failed('tenant-link', 'unreachable'))?.sentence).toBe(
    'could not send the tenant’s page by email: the mail server could not be reached, or did not take it, for three days',
  )
  // A pack may begin after the sending.
  expect(newest(jobCreated, failed('evidence', 'unmade'))).toMatchObject({
    sentence: 'could not send the evidence pack by email: it could not be created for three days',
    changes: [{ field: 'why' }],
  })
})

test('an email that failed is told with the address of its own job alone', () => {
  const other = recorded(jobCreated, numbered, invoiceSent()).map((event) => ({ ...event, streamId: idOf('b', 2) }))
  const [newest] = historyOf([...other, ...recorded(jobCreated, numbered, failed('invoice'))])
  expect(newest?.changes.map(({ field }) => field)).toEqual(['why'])
})
