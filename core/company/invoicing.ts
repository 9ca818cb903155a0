import * as z from 'zod/mini'
import { type Decisions, type Message, officeOnly } from '#core/model/messages.ts'
import { isRefusal, type Refusal, refuse } from '#core/model/refusals.ts'
import { id, text } from '#core/model/values.ts'
import { vatNumberOf } from './vat-number.ts'

/** The rates of VAT in the United Kingdom, in hundredths of a per cent: zero, reduced and standard. */
export const vatRates = [0, 500, 2000] as const
export type VatRate = (typeof vatRates)[number]

/** What a company's invoices are made with. Without a VAT number it charges no VAT. */
export const invoicing = z.strictObject({
  vatNumber: text(30),
  vatRate: z.literal([...vatRates]),
  /** Whether the prices of tasks include the VAT. */
  vatIncluded: z.boolean(),
  /** An invoice is due so many days after its date. */
  termsDays: z.int().check(z.minimum(0), z.maximum(365)),
  /** How to pay, in lines. */
  bankDetails: text(300),
})
export type Invoicing = z.infer<typeof invoicing>

export const noInvoicing: Invoicing = {
  vatNumber: '',
  vatRate: 0,
  vatIncluded: false,
  termsDays: 30,
  bankDetails: '',
}

export const invoicingEvents = {
  /** All of it each time. Invoices of before keep what they were made with. */
  InvoicingSet: officeOnly(invoicing),
}
type InvoicingEvent = Message<typeof invoicingEvents>

export const invoicingCommands = {
  /** `from` is what the owner was shown. */
  SetInvoicing: z.strictObject({ companyId: id, invoicing, from: invoicing }),
}
type InvoicingCommand = Message<typeof invoicingCommands>

type WithInvoicing = { office?: { invoicing?: Invoicing | undefined } | undefined }

export const invoicingDecisions: Decisions<WithInvoicing, InvoicingCommand, InvoicingEvent> = {
  SetInvoicing: (company, { invoicing: given, from }, { actorRole }) => {
    if (actorRole !== 'owner') return refuse('owner-only')
    if (!company) return refuse('company-not-found')
    const now = company.office?.invoicing ?? noInvoicing
    const data = tidied(given)
    if (isRefusal(data)) return data
    if (company.office?.invoicing && isAlike(data, now)) return []
    return isAlike(from, now) ? [{ type: 'InvoicingSet', data }] : refuse('value-moved-on')
  },
}

/** As it is kept; or the refusal of a VAT number that is none, or of VAT without one. */
export function tidied(given: Invoicing): Invoicing | Refusal {
  const vatNumber = given.vatNumber.trim() && vatNumberOf(given.vatNumber)
  if (vatNumber === undefined) return refuse('vat-number', {}, 'vatNumber')
  if (!vatNumber && given.vatRate > 0) return refuse('vat-without-number', {}, 'vatNumber')
  const bankDetails = given.bankDetails
    .split('\n')
    .flatMap((line) => line.trim() || [])
    .join('\n')
  return { ...given, vatNumber, bankDetails, vatIncluded: given.vatIncluded && given.vatRate > 0 }
}

const isAlike = (one: Invoicing, other: Invoicing) =>
  one.vatNumber === other.vatNumber &&
  one.vatRate === other.vatRate &&
  one.vatIncluded === other.vatIncluded &&
  one.termsDays === other.termsDays &&
  one.bankDetails === other.bankDetails

type Set = { type: string; happenedAt: string; data: unknown }

/**
 * What an invoice of this instant is made with, from the events of its company in their order: the VAT and the terms that were set
 * by then, or first afterwards, so that a later change leaves invoices that were sent as they are; and the present bank details.
 */
export function invoicingAt(events: readonly Set[], instant: string): Invoicing {
  const all = events.filter((one): one is Set & { data: Invoicing } => one.type === 'InvoicingSet')
  const then = all.findLast((one) => Date.parse(one.happenedAt) <= Date.parse(instant)) ?? all[0]
  return then ? { ...then.data, bankDetails: all.at(-1)?.data.bankDetails ?? '' } : noInvoicing
}
