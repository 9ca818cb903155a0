import { drawFacts, heightOfFacts } from '#api/paper/drawing/facts.ts'
import { missingGlyph } from '#api/paper/drawing/fonts/fonts.ts'
import { leading, type PdfWriter, page, room, rule, styles, tint } from '#api/paper/drawing/pdf-writer.ts'
import { historyOf } from '#core/history/history.ts'
import { capital, formatInstant, longHash, roleWords, shortHash } from './format.ts'
import type { PackContent } from './pack-content.ts'

const claim =
  'Every event carries the hash of the one before it. Changing, removing or inserting one breaks every hash after it.'

/** The proof that the history is exactly as recorded, and how anyone can check it. */
export function drawProof(pdf: PdfWriter, content: PackContent, verifyAddress: string) {
  const { doc } = pdf
  const left = page.left + 12
  const width = room * 0.46 - 12
  const right = page.left + room * 0.5
  const facts = factsOf(content, verifyAddress)
  const height = Math.max(heightOfFacts(pdf, facts, right, 66) + 20, 130)
  pdf.need(height + 12)
  const top = pdf.y
  doc.roundedRect(page.left, top, room, height, 6).lineWidth(0.75).fillAndStroke(tint, rule)
  pdf.y = top + 10
  pdf.write('Proof of the chain', styles.heading, { left, width })
  pdf.y += 4
  pdf.write(claim, styles.quiet, { left, width })
  pdf.y += 6
  drawLinks(pdf, content, left, width)
  pdf.y = top + 12
  drawFacts(pdf, facts, right, 66)
  pdf.y = top + height + 10
  if (pdf.lacksLetters)
    pdf.write(
      `${missingGlyph} marks a character that this document has no font for; the verification file has the original text.`,
      styles.faint,
    )
  pdf.y += 8
}

function factsOf({ proof, sealed, choice, events, checkedAt }: PackContent, verifyAddress: string): [string, string][] {
  const { zone, copy } = choice
  const of = copy === 'team' ? proof.events : events
  const head = sealed.signedHead?.head
  const first = sealed.events[0]
  const last = sealed.events.at(-1)
  return [
    ['Checked', `${of} of ${of} events, ${formatInstant(checkedAt, zone)}`],
    [
      'Result',
      proof.state === 'verified'
        ? 'Intact'
        : `These events are exactly as recorded; the ledger around them has been checked up to entry ${proof.checkedUpTo} of ${proof.head.seq}`,
    ],
    ['First hash', longHash(first?.hash ?? '')],
    ['Last hash', longHash(last?.hash ?? '')],
    ...(head
      ? ([
          [
            'Signed head',
            `Entry ${head.seq} of the ledger, ${formatInstant(head.signedAt, zone)}, key ${head.keyId.slice(0, 12)}\u2026`,
          ],
        ] as [string, string][])
      : []),
    ['Verification file', `evidence-${sealed.seal.statement.jobRef}.json, attached to this PDF`],
    ['Check it', `Open ${verifyAddress} and choose this PDF. Nothing is uploaded.`],
  ]
}

/** The first two events and the last one that the copy shows, with the number of events between them. */
function drawLinks(pdf: PdfWriter, { evidence, sealed }: PackContent, left: number, width: number) {
  const inCopy = new Set(evidence.entries.map(({ version }) => version))
  const shown = historyOf(evidence.known)
    .reverse()
    .filter((one) => inCopy.has(one.version))
  const ends = shown.length > 3 ? [...shown.slice(0, 2), ...shown.slice(-1)] : shown
  const hashes = new Map(sealed.events.map((one) => [one.version, one.hash]))
  for (const [index, one] of ends.entries()) {
    const before = ends[index - 1]
    const between = before ? one.version - before.version - 1 : 0
    if (between > 0) {
      pdf.write(between === 1 ? '1 event' : `${between} events`, styles.faint, { left: left + 30, width: width - 30 })
      pdf.y += 3
    }
    drawLink(pdf, { version: one.version, sentence: one.sentence, hash: hashes.get(one.version) ?? '' }, left, width)
  }
}

function drawLink(
  pdf: PdfWriter,
  link: { version: number; sentence: string; hash: string },
  left: number,
  width: number,
) {
  const { doc } = pdf
  const number = pdf.lines(String(link.version), 30, styles.good)[0]
  const hash = pdf.lines(shortHash(link.hash), 80, styles.hash)[0]
  const first = firstLine(pdf, capital(link.sentence), width - 84)
  if (!number || !hash || !first) return
  const pill = Math.max(18, number.width + 8)
  doc.roundedRect(left, pdf.y - 2, pill, 15, 7).fill('#e3efea')
  pdf.put(number, left + (pill - number.width) / 2, pdf.y)
  pdf.put(first, left + 30, pdf.y)
  pdf.put(hash, left + width - hash.width, pdf.y + 0.5)
  pdf.y += 18
}

/** As much of a text as fits on one line. */
function firstLine(pdf: PdfWriter, text: string, width: number) {
  const [line, more] = pdf.lines(text, width - 8, styles.strong)
  if (!line || !more) return line
  const shown = line.runs.map((one) => one.text).join('')
  return pdf.lines(`${shown}\u2026`, width, styles.strong)[0]
}

/** Lines for two signatures. */
export function drawSignatures(pdf: PdfWriter, { company, preparedBy }: PackContent) {
  pdf.need(72)
  const half = (room - 28) / 2
  const top = pdf.y + 4
  for (const [index, [heading, name]] of [
    ['Prepared by', `${preparedBy.name}, ${roleWords(preparedBy.role)}, ${company}`],
    ['Received by', 'Name and date'],
  ].entries()) {
    const left = page.left + index * (half + 28)
    pdf.y = top
    pdf.write(heading ?? '', styles.quiet, { left, width: half })
    const line = top + 36
    pdf.doc
      .moveTo(left, line)
      .lineTo(left + half, line)
      .lineWidth(0.75)
      .stroke(styles.quiet.color)
    for (const [nth, one] of pdf
      .lines(name ?? '', half, styles.quiet)
      .slice(0, 2)
      .entries())
      pdf.put(one, left, line + 4 + nth * leading(styles.quiet))
  }
  pdf.y = top + 66
}

/** The footer of every page, drawn last because it has the number of pages. */
export function drawPageFooters(pdf: PdfWriter, { job, sealed }: PackContent) {
  const { start, count } = pdf.doc.bufferedPageRange()
  const last = sealed.events.at(-1)
  const { jobRef } = sealed.seal.statement
  for (let index = 0; index < count; index++) {
    pdf.doc.switchToPage(start + index)
    pdf.doc.moveTo(page.left, 800).lineTo(page.right, 800).lineWidth(0.5).stroke(rule)
    const [number] = pdf.lines(`Page ${index + 1} of ${count}`, 100, styles.faint)
    if (number) pdf.put(number, page.right - number.width, 806)
    const sealedAt = ` \u00b7 sealed at event ${last?.version ?? 0} \u00b7 ${shortHash(last?.hash ?? '')}`
    const [ending] = pdf.lines(sealedAt, room, styles.faint)
    const site = pdf.lines(`${jobRef}, ${job.apartmentName}`, room - 110 - (ending?.width ?? 0), styles.faint)
    const [line] = site
    if (line) pdf.put(line, page.left, 806)
    if (ending) pdf.put(ending, page.left + (line?.width ?? 0) + 2, 806)
  }
}
