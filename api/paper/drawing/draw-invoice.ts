import { buffer } from 'node:stream/consumers'
import type { InvoiceTask } from '#api/paper/invoice-task.ts'
import { printedVatNumber } from '#core/company/vat-number.ts'
import { type InvoiceVat, reverseChargeWords } from '#core/company/vat-treatments.ts'
import type { Invoice } from '#core/invoices/invoice.ts'
import { pounds } from '#core/model/money.ts'
import { paperDay } from '#core/time/format.ts'
import { drawFacts } from './facts.ts'
import { drawLetterhead } from './letterhead.ts'
import { leading, openPdfWriter, type PdfWriter, page, room, rule, styles } from './pdf-writer.ts'
import { type Column, columns, drawTable } from './table.ts'

/** Draws an invoice as a PDF. The same invoice gives the same bytes. */
export async function drawInvoice({ invoice, company }: InvoiceTask): Promise<Uint8Array<ArrayBuffer>> {
  let logo = company.logo
  const pdf = openPdfWriter(
    {
      Title: `Invoice ${invoice.number}`,
      Author: company.name,
      CreationDate: new Date(`${invoice.date}T00:00:00Z`),
    },
    (opened) => {
      drawLetterhead(opened, { ...company, logo }, { kind: 'Invoice', of: invoice.number })
      // The pages after the first have none.
      logo = undefined
    },
  )
  const written = buffer(pdf.doc)
  pdf.newPage()
  drawHead(pdf, invoice)
  await drawLines(pdf, invoice)
  drawTotals(pdf, invoice)
  drawPayment(pdf, invoice)
  drawFooters(pdf, invoice, company.name)
  pdf.doc.end()
  return written
}

/** Who pays on the left, the numbers and days on the right. */
function drawHead(pdf: PdfWriter, { customer, site, ...invoice }: Invoice) {
  const top = pdf.y + 8
  const left = { width: room * 0.47 }
  pdf.y = top
  pdf.write('Invoice to', styles.quiet, left)
  pdf.y += 2
  pdf.write(customer, styles.title, left)
  pdf.y += 6
  if (site !== customer) {
    pdf.write('Work at', styles.quiet, left)
    pdf.write(site, styles.figure, left)
  }
  const end = pdf.y
  pdf.y = top
  const { vatNumber } = invoice.invoicing
  const facts: [string, string][] = [
    ['Invoice number', invoice.number],
    ['Invoice date', paperDay(invoice.date)],
    ['Due date', paperDay(invoice.due)],
    ...(invoice.workOrder ? ([['Work order', invoice.workOrder]] as [string, string][]) : []),
    ['Job', invoice.jobRef],
    ...(vatNumber ? ([['VAT number', printedVatNumber(vatNumber)]] as [string, string][]) : []),
  ]
  drawFacts(pdf, facts, page.left + room * 0.56, 84)
  pdf.y = Math.max(pdf.y, end) + 16
}

const toTheRight = (column: Column, at: number): Column => (at === 0 ? column : { ...column, right: true })

/** A line for each task. Without a VAT number there is no VAT to show. */
async function drawLines(pdf: PdfWriter, { lines, vat }: Invoice) {
  const amount = (text: string) => [{ text, style: styles.text }]
  const described = (text: string) => [{ text: text || 'Work', style: styles.text }]
  if (vat.kind === 'none') {
    const of = columns(12, ['Description', room - 92], ['Amount', 80]).map(toTheRight)
    await drawTable(
      pdf,
      of,
      lines.map((line) => ({ cells: [described(line.description), amount(pounds(line.gross))] })),
    )
    return
  }
  const widths: [string, number][] = [
    ['Excl. VAT', 72],
    ['VAT rate', 52],
    ['VAT', 66],
    ['Amount', 72],
  ]
  const taken = widths.reduce((sum, [, width]) => sum + width + 8, 0)
  const of = columns(8, ['Description', room - taken], ...widths).map(toTheRight)
  await drawTable(
    pdf,
    of,
    lines.map((line) => ({
      cells: [
        described(line.description),
        amount(pounds(line.net)),
        amount(rateOf(vat)),
        amount(pounds(line.vat)),
        amount(pounds(line.gross)),
      ],
    })),
  )
}

/** '20%', 'RC 20%' under the reverse charge, or 'Exempt'. */
const rateOf = ({ kind, rate }: InvoiceVat) =>
  kind === 'exempt' ? 'Exempt' : `${kind === 'reverse charge' ? 'RC ' : ''}${rate / 100}%`

const chargedAs = ({ kind, rate }: InvoiceVat) => {
  if (kind === 'exempt') return 'VAT, exempt'
  return kind === 'reverse charge' ? 'VAT charged' : `VAT at ${rate / 100}%`
}

function drawTotals(pdf: PdfWriter, { total, vat }: Invoice) {
  const rows: [string, string][] =
    vat.kind === 'none'
      ? []
      : [
          ['Total excluding VAT', pounds(total.net)],
          [chargedAs(vat), pounds(total.vat)],
        ]
  const height = leading(styles.figure)
  pdf.need((rows.length + 1) * (height + 4) + 16)
  pdf.y += 10
  const left = page.left + room * 0.56
  const row = (name: string, value: string, style: (typeof styles)['figure' | 'text' | 'title']) => {
    for (const [text, right] of [
      [name, false],
      [value, true],
    ] as const) {
      const [line] = pdf.lines(text, room * 0.44, style)
      if (line) pdf.put(line, right ? page.right - line.width : left, pdf.y)
    }
    pdf.y += leading(style) + 4
  }
  for (const [name, value] of rows) row(name, value, styles.text)
  pdf.doc.moveTo(left, pdf.y).lineTo(page.right, pdf.y).lineWidth(0.75).stroke(rule)
  pdf.y += 5
  row('Amount due', pounds(total.gross), styles.figure)
  if (vat.kind !== 'reverse charge') return
  pdf.need(60)
  pdf.y += 10
  pdf.write(`${reverseChargeWords}.`, styles.heading)
  pdf.y += 3
  pdf.write(`VAT for the customer to account for, at ${vat.rate / 100}%: ${pounds(total.reversed)}`, styles.text)
}

function drawPayment(pdf: PdfWriter, { number, due, invoicing: { bankDetails } }: Invoice) {
  pdf.y += 12
  pdf.need(60)
  pdf.write(`Please pay by ${paperDay(due)}`, styles.heading)
  pdf.y += 3
  pdf.write(bankDetails, styles.text)
  pdf.write(`Reference: ${number}`, styles.text)
}

/** The footer of every page, drawn last because it has the number of pages. */
function drawFooters({ doc, ...pdf }: PdfWriter, { number, invoicing: { vatNumber } }: Invoice, company: string) {
  const { start, count } = doc.bufferedPageRange()
  const of = [company, vatNumber && `VAT number ${printedVatNumber(vatNumber)}`, number].filter(Boolean).join(' · ')
  for (let index = 0; index < count; index++) {
    doc.switchToPage(start + index)
    doc.moveTo(page.left, 800).lineTo(page.right, 800).lineWidth(0.5).stroke(rule)
    const [pages] = pdf.lines(`Page ${index + 1} of ${count}`, 100, styles.faint)
    if (pages) pdf.put(pages, page.right - pages.width, 806)
    const [line] = pdf.lines(of, room - 110, styles.faint)
    if (line) pdf.put(line, page.left, 806)
  }
}
