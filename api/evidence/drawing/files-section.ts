import { type PdfWriter, styles } from '#api/paper/drawing/pdf-writer.ts'
import { columns, drawTable } from '#api/paper/drawing/table.ts'
import { kindWords } from '#core/attachments/kinds.ts'
import { paperDayIn, timeIn } from '#core/time/format.ts'
import { drawHeading } from './first-page.ts'
import { formatInstant } from './format.ts'
import type { PackContent } from './pack-content.ts'

const table = columns(10, ['File', 180], ['Attached', 95], ['SHA-256', 220])

/** The attached files with their SHA-256 in full. The files themselves do not come with the pack. */
export async function drawFiles(pdf: PdfWriter, { files, choice: { zone }, nameAt }: PackContent) {
  if (files.length === 0) return
  drawHeading(pdf, 'Files')
  const rows = files.map(({ name, kind, size, sha256, happenedAt, recordedAt, actorId, goneAt, version }) => ({
    cells: [
      [
        { text: name, style: styles.strong },
        { text: `${kindWords(kind)}, ${size.toLocaleString('en-GB')} bytes`, style: styles.quiet },
        ...(goneAt ? [{ text: `No longer on the job since ${formatInstant(goneAt, zone)}`, style: styles.late }] : []),
      ],
      [
        { text: `${paperDayIn(happenedAt, zone)}, ${timeIn(happenedAt, zone)}`, style: styles.text },
        ...(actorId ? [{ text: nameAt(actorId, recordedAt) || 'Former member', style: styles.quiet }] : []),
      ],
      [
        { text: sha256 ? `${sha256.slice(0, 32)} ${sha256.slice(32)}` : 'This file was erased.', style: styles.hash },
        { text: `event ${version}`, style: styles.hash },
      ],
    ],
  }))
  await drawTable(pdf, table, rows)
  pdf.y += 4
  pdf.write(
    'A file is the one attached if its SHA-256 is the one above. Files are downloaded from the job.',
    styles.faint,
  )
  pdf.y += 14
}
