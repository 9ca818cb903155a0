import type { Attendance } from '#core/evidence/attendances.ts'
import { paperDayIn, timeIn } from '#core/time/format.ts'
import { drawHeading } from './first-page.ts'
import { listed, numbersWords } from './format.ts'
import type { PackContent } from './pack-content.ts'
import { type PdfWriter, styles } from './pdf-writer.ts'
import { columns, drawTable } from './table.ts'

const table = columns(10, ['Date', 76], ['First and last record', 82], ['Who', 90], ['Outcome', 237])

/** Who attended and when, and the outcome of each attendance. */
export async function drawAttendances(pdf: PdfWriter, content: PackContent) {
  drawHeading(pdf, 'Attendances')
  const { attendances, choice, nameOf } = content
  if (attendances.length === 0) {
    pdf.write('No team member recorded anything in the period this copy covers.', styles.text)
    pdf.y += 12
    return
  }
  const zone = choice.zone
  const rows = attendances.map((one) => ({
    cells: [
      [{ text: paperDayIn(one.first, zone), style: styles.text }],
      [{ text: spanOf(one, zone), style: styles.text }],
      [{ text: one.people.map((id) => nameOf(id) || 'Former member').join(', '), style: styles.text }],
      outcomeOf(one, content),
    ],
  }))
  await drawTable(pdf, table, rows)
  pdf.y += 4
  pdf.write(
    'An attendance is a day on which a team member recorded something on this job; the times are those of the first and last record.',
    styles.faint,
  )
  pdf.y += 14
}

function spanOf({ first, last }: Attendance, zone: string) {
  const [from, to] = [timeIn(first, zone), timeIn(last, zone)]
  return from === to ? from : `${from} to ${to}`
}

function outcomeOf({ noAccess, completed, toEstimate, photos, comment }: Attendance, { photos: all }: PackContent) {
  const numbers = all.filter((one) => photos.includes(one.version)).map((one) => one.number)
  const word = noAccess ? 'No access.' : completed.length > 0 ? 'Repairs completed.' : 'Attended.'
  const details = [
    ...(completed.length > 0 ? [`Done: ${listed(completed)}.`] : []),
    ...(toEstimate.length > 0 ? [`To estimate: ${listed(toEstimate)}.`] : []),
    ...(noAccess && comment
      ? [`\u201c${comment.length > 200 ? `${comment.slice(0, 197).trimEnd()}\u2026` : comment}\u201d`]
      : []),
    ...(numbers.length > 0 ? [`${numbers.length === 1 ? 'Photo' : 'Photos'} ${numbersWords(numbers)}.`] : []),
  ]
  return [
    { text: word, style: noAccess ? styles.bad : styles.strong },
    ...(details.length > 0 ? [{ text: details.join(' '), style: styles.text }] : []),
  ]
}
