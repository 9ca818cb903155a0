import {
  type Line,
  leading,
  type PdfWriter,
  page,
  room,
  rule,
  type Style,
  styles,
} from '#api/paper/drawing/pdf-writer.ts'
import type { EvidenceSignature } from '#core/evidence/signatures.ts'
import { pad, strokePaths, strokesIn } from '#core/job/signature/strokes.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { paperDayIn, timeIn } from '#core/time/format.ts'
import { drawHeading } from './first-page.ts'
import { recordedLate, shortHash } from './format.ts'
import type { PackContent } from './pack-content.ts'

const gap = 14
const width = (room - 2 * gap) / 3
const height = (width * pad.height) / pad.width

/** The signatures given on the job, three in a row: each drawing with its name, its times and the SHA-256 of its strokes. */
export function drawJobSignatures(pdf: PdfWriter, content: PackContent) {
  const { signatures } = content
  if (signatures.length === 0) return
  drawHeading(pdf, 'Signatures', height + 70)
  for (let at = 0; at < signatures.length; at += 3) {
    const row = signatures.slice(at, at + 3).map((one) => ({ one, caption: captionOf(pdf, one, content) }))
    const tallest = Math.max(...row.map(({ caption }) => caption.reduce((sum, { style }) => sum + leading(style), 0)))
    pdf.need(height + tallest + 8)
    for (const [index, { one, caption }] of row.entries()) {
      const left = page.left + index * (width + gap)
      drawStrokes(pdf, one.signature?.strokes, left)
      let top = pdf.y + height + 4
      for (const line of caption) {
        pdf.put(line, left, top)
        top += leading(line.style)
      }
    }
    pdf.y += height + tallest + 16
  }
  pdf.write(
    'Each short code is the start and end of the SHA-256 of the strokes as drawn; the verification file has both in full.',
    styles.faint,
  )
  pdf.y += 14
}

function drawStrokes(pdf: PdfWriter, strokes: string | undefined, left: number) {
  const { doc, y } = pdf
  doc.rect(left, y, width, height).lineWidth(0.5).stroke(rule)
  if (strokes === undefined || strokes === erasedText) {
    const [line] = pdf.lines(strokes ? 'This signature was erased.' : 'No signature', width - 20, styles.quiet)
    if (line) pdf.put(line, left + 10, y + 10)
    return
  }
  const path = strokePaths(strokesIn(strokes) ?? []).join('')
  doc.save()
  doc.translate(left, y).scale(width / pad.width)
  doc.path(path).lineWidth(7).lineCap('round').lineJoin('round').stroke(styles.text.color)
  doc.restore()
}

function captionOf(pdf: PdfWriter, one: EvidenceSignature, { choice: { zone }, nameAt }: PackContent): Line[] {
  const { event, signature, notSigned } = one
  const late = recordedLate(event, zone)
  const taker = event.actorId === undefined ? '' : nameAt(event.actorId, event.recordedAt) || 'Former member'
  const when = `${paperDayIn(event.happenedAt, zone)}, ${timeIn(event.happenedAt, zone)}`
  const texts: [string, Style][] = [
    [signature ? signerOf(signature) : `Nobody signed: ${notSigned?.reason}`, styles.strong],
    [`${signature ? 'Signed' : 'Noted'} ${when}`, styles.quiet],
    ...(taker ? [[`${signature ? 'Taken by' : 'By'} ${taker}`, styles.quiet] as [string, Style]] : []),
    late === undefined ? ['Recorded immediately', styles.quiet] : [`Recorded ${late}`, styles.late],
    ...(signature && signature.signedFor.length > 0
      ? [[`For: ${signature.signedFor.join('; ')}`, styles.quiet] as [string, Style]]
      : []),
    [[...(signature ? [shortHash(signature.digest)] : []), `event ${event.version}`].join(' \u00b7 '), styles.hash],
  ]
  return texts.flatMap(([text, style]) => pdf.lines(text, width, style))
}

const signerOf = ({ name, signer }: { name: string; signer: string }) =>
  signer === 'other' ? name : `${name}, ${signer}`
