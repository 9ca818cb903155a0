import fc from 'fast-check'
import { canary } from '#test/core/canary.ts'
import { commandOf as of } from '#test/core/duties/random-command.ts'
import { idOf, type Person } from '#test/core/given-when-then.ts'
import { words } from '#test/core/random-texts.ts'

/** Whoever has opened a link: nobody who is known. */
export const tenant: Person = { userId: '', role: 'tenant' }

const jobId = fc.constant(idOf('b', 1))
const linkId = fc.constantFrom(idOf('f', 600), idOf('f', 600), idOf('f', 601))
const siteId = fc.constant(idOf('f', 800))
const contactId = fc.constantFrom(idOf('f', 610), idOf('f', 611))
const window = fc.constantFrom(
  { start: '2026-11-24T08:00:00.000Z', end: '2026-11-24T12:00:00.000Z' },
  { start: '2026-11-25T12:00:00.000Z', end: '2026-11-25T17:00:00.000Z' },
  { start: '2026-11-01T12:00:00.000Z', end: '2026-11-01T17:00:00.000Z' },
)

/** One source of random data for each command that concerns a tenant's page, and for what is sent by email. */
export const byTenantType = {
  MakeTenantLink: of('MakeTenantLink', fc.record({ jobId, linkId, siteId, contactId })),
  RecordTenantLinkSent: of(
    'RecordTenantLinkSent',
    fc.record({
      jobId,
      linkId,
      sendings: fc.constantFrom<{ mailId: string; sentTo: string; way?: 'text' }[][]>(
        [{ mailId: idOf('f', 620), sentTo: `${canary}@example.com` }],
        [
          { mailId: idOf('f', 621), sentTo: `${canary}@example.com` },
          { mailId: idOf('f', 624), sentTo: `${canary} +447700900142`, way: 'text' },
        ],
      ),
    }),
  ),
  RecordInvoiceSent: of(
    'RecordInvoiceSent',
    fc.record({
      jobId,
      mailId: fc.constantFrom(idOf('f', 622), idOf('f', 623)),
      sentTo: fc.constant(`${canary}@example.com`),
    }),
  ),
  RecordEvidenceSent: of(
    'RecordEvidenceSent',
    fc.record({
      jobId,
      mailId: fc.constantFrom(idOf('f', 625), idOf('f', 626)),
      sentTo: fc.constant(`${canary}@example.com`),
      message: fc.constant(`${canary} rang`),
      upTo: fc.constantFrom(1, 2),
      copy: fc.constantFrom('office' as const, 'team' as const),
      prices: fc.boolean(),
      notes: fc.boolean(),
    }),
  ),
  RecordEmailFailed: of(
    'RecordEmailFailed',
    fc.record({
      jobId,
      mailId: fc.constantFrom(...[621, 622, 625].map((nth) => idOf('f', nth))),
      what: fc.constantFrom('invoice' as const, 'evidence' as const, 'tenant-link' as const),
      why: fc.constantFrom('refused' as const, 'unreachable' as const),
    }),
  ),
  RevokeTenantLink: of('RevokeTenantLink', fc.record({ jobId, linkId })),
  ConfirmVisit: of(
    'ConfirmVisit',
    fc.record({
      jobId,
      linkId,
      jobBookingId: fc.constantFrom(idOf('f', 1), idOf('f', 2)),
      jobStart: fc.constantFrom('2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z'),
      jobEnd: fc.constantFrom('2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z'),
    }),
  ),
  AskForOtherTimes: of(
    'AskForOtherTimes',
    fc.record({
      jobId,
      linkId,
      windows: fc.array(window, { maxLength: 2 }),
      message: fc.constantFrom('', `${canary} not before nine`),
    }),
  ),
  WriteAsTenant: of(
    'WriteAsTenant',
    fc.record({ jobId, linkId, noteId: fc.constantFrom(idOf('d', 1), idOf('d', 9)), note: words }),
  ),
  AddTenantPhoto: of(
    'AddTenantPhoto',
    fc.record({
      jobId,
      linkId,
      imageId: fc.constantFrom(idOf('e', 1), idOf('e', 9)),
      src: fc.constant('/tap.webp'),
      width: fc.constant(40),
      height: fc.constant(30),
    }),
  ),
}

/** The commands that are given by a link. */
export const byLink: readonly string[] = ['ConfirmVisit', 'AskForOtherTimes', 'WriteAsTenant', 'AddTenantPhoto']

/** Commands that concern a tenant's page. */
export const onTenants = fc.oneof(
  byTenantType.MakeTenantLink,
  byTenantType.ConfirmVisit,
  byTenantType.AskForOtherTimes,
  byTenantType.RecordTenantLinkSent,
  fc.oneof(byTenantType.WriteAsTenant, byTenantType.AddTenantPhoto),
  { weight: 1, arbitrary: byTenantType.RevokeTenantLink },
)
