import fc from 'fast-check'
import { type Invoicing, noInvoicing } from '#core/company/invoicing.ts'
import { audiences, kinds, ways } from '#core/notifications/kinds.ts'

/** Texts of a user: blank, in letters whose case changes their number, and of any characters. */
export const words = fc.oneof(
  fc.constantFrom('', '  ', '14 marlowe COURT', 'ßtraße İstanbul', 'ﬃ ŉ ΐ'),
  fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => !text.includes('\u0000') && text.length <= 200),
)
export const day = fc.constantFrom('2026-11-19', '2026-11-20')

/** The fields of a part. */
export const partForm = {
  name: words,
  reference: words,
  site: words,
  jobId: fc.constantFrom('', '1', '00001', 'stock'),
  category: words,
  purchaseDate: day,
  expectedDelivery: day,
  link: fc.constantFrom('', 'https://plumbshop.example/tap', 'plumbshop.example', 'javascript:alert(1)'),
  notes: words,
}

/** A company's details on papers. */
const somePapers = fc.record({
  tradingName: fc.constantFrom('', 'Harrow Repairs'),
  address: fc.constantFrom('', '1 Mill Lane\nLeeds LS1 1AA'),
  telephone: fc.constantFrom('', '0113 496 0018'),
  email: fc.constantFrom('', 'office@example.com'),
})

const someInvoicing = fc.constantFrom<Invoicing>(noInvoicing, {
  vatNumber: 'GB123456782',
  vatRate: 2000,
  vatIncluded: true,
  termsDays: 14,
  bankDetails: 'Sort code 12-34-56',
})

/** The commands on a company's papers, their logo, its invoices and how its people are told of news. */
export const paperCommands = (companyId: fc.Arbitrary<string>, imageId: fc.Arbitrary<string>) => ({
  SetPapers: fc.record({
    type: fc.constant('SetPapers' as const),
    data: fc.record({ companyId, papers: somePapers, from: somePapers }),
  }),
  SetInvoicing: fc.record({
    type: fc.constant('SetInvoicing' as const),
    data: fc.record({ companyId, invoicing: someInvoicing, from: someInvoicing }),
  }),
  SetNoticeRule: fc.record({
    type: fc.constant('SetNoticeRule' as const),
    data: fc.record({
      companyId,
      audience: fc.constantFrom(...audiences),
      kind: fc.constantFrom(...kinds),
      ways: fc.subarray([...ways]),
    }),
  }),
  SetQuietHours: fc.record({
    type: fc.constant('SetQuietHours' as const),
    data: fc.record({ companyId, quiet: fc.constantFrom('off' as const, { from: '20:00', to: '06:30' }) }),
  }),
  SetLogo: fc.record({
    type: fc.constant('SetLogo' as const),
    data: fc.record({
      companyId,
      imageId,
      src: fc.constant('/logo.webp'),
      width: fc.constant(600),
      height: fc.constant(180),
    }),
  }),
  RemoveLogo: fc.record({ type: fc.constant('RemoveLogo' as const), data: fc.record({ companyId, imageId }) }),
})
