import {
  type Line,
  leading,
  type PdfWriter,
  page,
  room,
  rule,
  type Style,
  styles,
  tint,
} from '#api/paper/drawing/pdf-writer.ts'
import { digestIn } from '#api/paper/photo-digest.ts'
import type { PrintPhoto } from '#api/paper/photo-files.ts'
import { pairsOf } from '#core/evidence/pairs.ts'
import type { EvidencePhoto } from '#core/evidence/photos.ts'
import { paperDayIn, timeIn } from '#core/time/format.ts'
import { drawHeading } from './first-page.ts'
import { formatInstant, recordedLate, shortHash } from './format.ts'
import type { PackContent } from './pack-content.ts'

const gap = 9
/** The size of a photo with so many in a row, in points. */
const sizeOf = (inRow: number) => {
  const width = (room - (inRow - 1) * gap) / inRow
  return { width, height: width * 0.75 }
}
type Size = ReturnType<typeof sizeOf>
type Captioned = { photo: EvidencePhoto; prefix?: string }

/**
 * The photos, each with its times, its author and its SHA-256: those before and after the work side by side, then the others, three
 * in a row. They are read one row at a time.
 */
export async function drawPhotos(
  pdf: PdfWriter,
  content: PackContent,
  read: (src: string) => Promise<PrintPhoto>,
  keepPace: () => Promise<void>,
) {
  const { photos } = content
  if (photos.length === 0) return
  const drawRow = async (row: readonly (Captioned | undefined)[], { width, height }: Size) => {
    const captions = row.map((one) => (one ? captionOf(pdf, one, width, content) : []))
    const tallest = Math.max(...captions.map((lines) => lines.reduce((sum, { style }) => sum + leading(style), 0)))
    pdf.need(height + tallest + 8)
    for (const [index, one] of row.entries()) {
      const left = page.left + index * (width + gap)
      if (one) drawPhoto(pdf, await read(one.photo.src), left, { width, height })
      drawCaption(pdf, captions[index] ?? [], left, height)
      await keepPace()
    }
    pdf.y += height + tallest + 16
  }
  const { pairs, others } = pairsOf(content.evidence, photos)
  if (pairs.length > 0) drawHeading(pdf, 'Before and after', sizeOf(2).height + 70)
  for (const { before, after } of pairs)
    await drawRow(
      [before && { photo: before, prefix: 'Before: ' }, after && { photo: after, prefix: 'After: ' }],
      sizeOf(2),
    )
  if (others.length > 0) drawHeading(pdf, 'Photos', sizeOf(3).height + 70)
  for (let at = 0; at < others.length; at += 3)
    await drawRow(
      others.slice(at, at + 3).map((photo) => ({ photo })),
      sizeOf(3),
    )
  const { zone } = content.choice
  pdf.y -= 4
  pdf.write(
    `Times are in ${zone}; times taken come from the camera. Each short code is the start and end of the file\u2019s SHA-256; the verification file has it in full.`,
    styles.faint,
  )
  pdf.y += 14
}

function drawPhoto(pdf: PdfWriter, photo: PrintPhoto, left: number, { width, height }: Size) {
  const { doc, y } = pdf
  doc.rect(left, y, width, height).fill(tint)
  if ('missing' in photo) {
    const lines = pdf.lines(photo.missing, width - 20, styles.quiet)
    for (const [index, line] of lines.entries()) pdf.put(line, left + 10, y + 10 + index * leading(styles.quiet))
  } else {
    const scale = Math.min(width / photo.width, height / photo.height)
    const [w, h] = [photo.width * scale, photo.height * scale]
    doc.image(Buffer.from(photo.jpeg), left + (width - w) / 2, y + (height - h) / 2, { width: w, height: h })
  }
  doc.rect(left, y, width, height).lineWidth(0.5).stroke(rule)
}

function drawCaption(pdf: PdfWriter, lines: readonly Line[], left: number, height: number) {
  let top = pdf.y + height + 4
  for (const line of lines) {
    pdf.put(line, left, top)
    top += leading(line.style)
  }
}

function captionOf(
  pdf: PdfWriter,
  { photo, prefix = '' }: Captioned,
  width: number,
  { choice: { zone }, nameAt }: PackContent,
): Line[] {
  const late = recordedLate(photo, zone)
  const who = photo.actorId === undefined ? '' : nameAt(photo.actorId, photo.recordedAt) || 'Former member'
  const digest = digestIn(photo.src)
  const texts: [string, Style][] = [
    [`${photo.number}. ${prefix}${photo.description || 'No description'}`, styles.strong],
    ...formerWords(photo, zone).map((words): [string, Style] => [words, styles.quiet]),
    [photo.takenAt ? `Taken ${takenWords(photo.takenAt, zone)}` : 'Time taken unknown', styles.quiet],
    [
      `Added ${paperDayIn(photo.happenedAt, zone)}, ${timeIn(photo.happenedAt, zone)}${who ? ` by ${who}` : ''}`,
      styles.quiet,
    ],
    late === undefined ? ['Recorded immediately', styles.quiet] : [`Recorded ${late}`, styles.late],
    ...(photo.deletedAt
      ? [[`Deleted from the job ${formatInstant(photo.deletedAt, zone)}`, styles.bad] as [string, Style]]
      : []),
    ...(digest ? [[`${shortHash(digest)} \u00b7 event ${photo.version}`, styles.hash] as [string, Style]] : []),
  ]
  return texts.flatMap(([text, style]) => pdf.lines(text, width, style))
}

/** The most former descriptions in a caption; the timeline has them all. */
const mostFormer = 3

function formerWords({ describedBefore }: EvidencePhoto, zone: string): string[] {
  const words = describedBefore
    .slice(-mostFormer)
    .map(({ description, until }) => `Until ${formatInstant(until, zone)}: ${description || 'No description'}`)
  const left = describedBefore.length - words.length
  return left > 0
    ? [`${left} earlier ${left === 1 ? 'description is' : 'descriptions are'} in the timeline`, ...words]
    : words
}

/** A camera that records no UTC offset records local time, which is shown unchanged. */
function takenWords(takenAt: string, zone: string) {
  const isInstant = /(Z|[+-]\d\d:\d\d)$/.test(takenAt)
  const [instant, place] = isInstant ? [new Date(takenAt).toISOString(), zone] : [`${takenAt}Z`, 'UTC']
  return `${paperDayIn(instant, place)}, ${timeIn(instant, place)}:${takenAt.slice(17, 19)}`
}
