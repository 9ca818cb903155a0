import type { Attendance } from '#core/evidence/attendances.ts'
import { triedWords } from '#core/job/visit/no-access-words.ts'
import { label } from '#core/model/label.ts'
import { paperDayIn, timeIn } from '#core/time/format.ts'
import { drawHeading } from './first-page.ts'
import { listed, numbersWords } from './format.ts'
import type { PackContent } from './pack-content.ts'
import { type PdfWriter, styles } from './pdf-writer.ts'
import { columns, drawTable } from './table.ts'

const table = columns(10, ['Date', 76], ['On site', 82], ['Who', 90], ['Outcome', 237])

/** Who attended and when, and the outcome of each attendance. */
export async function drawAttendances(pdf: PdfWriter, content: PackContent) {
  drawHeading(pdf, 'Attendances')
  const { attendances, choice, nameOf } = content
  if (attendances.length === 0) {
    pdf.write('Nobody arrived or recorded anything on site in the period this copy covers.', styles.text)
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
    'Times on site are those of Arrived and Left. Where somebody tapped neither, the times with * are those of the first and last record.',
    styles.faint,
  )
  pdf.y += 14
}

function spanOf({ first, last, byRecords }: Attendance, zone: string) {
  const [from, to] = [timeIn(first, zone), timeIn(last, zone)]
  return `${from === to ? from : `${from} to ${to}`}${byRecords ? ' *' : ''}`
}

function outcomeOf(attendance: Attendance, content: PackContent) {
  const { noAccess, closedDoors, completed, toEstimate, photos, comment } = attendance
  const all = content.photos
  const ofDay = new Set(photos)
  const numbers = all.filter((one) => ofDay.has(one.version)).map((one) => one.number)
  const word = noAccess ? 'No access.' : completed.length > 0 ? 'Repairs completed.' : 'Attended.'
  const details = [
    ...(completed.length > 0 ? [`Done: ${listed(completed)}.`] : []),
    ...(toEstimate.length > 0 ? [`To estimate: ${listed(toEstimate)}.`] : []),
    ...closedDoors.flatMap((one) => closedDoorWords(one, content)),
    ...(noAccess && closedDoors.length === 0 && comment ? [quoted(comment)] : []),
    ...(numbers.length > 0 ? [`${numbers.length === 1 ? 'Photo' : 'Photos'} ${numbersWords(numbers)}.`] : []),
  ]
  return [
    { text: word, style: noAccess ? styles.bad : styles.strong },
    ...(details.length > 0 ? [{ text: details.join(' '), style: styles.text }] : []),
  ]
}

/** What was recorded at a closed door, and which photo shows it. */
function closedDoorWords(
  record: Attendance['closedDoors'][number],
  { photos, choice: { zone } }: PackContent,
): string[] {
  const photo = photos.find(({ imageId }) => imageId === record.imageId)
  return [
    `${label(record.why)}.`,
    `${triedWords(record, zone)}.`,
    ...(record.note === '' ? [] : [quoted(record.note)]),
    photo ? `The door: photo ${photo.number}.` : 'The photo of the door had not arrived.',
    ...(record.position === undefined ? [] : [`At ${record.position}.`]),
  ]
}

const quoted = (text: string) => `\u201c${text.length > 200 ? `${text.slice(0, 197).trimEnd()}\u2026` : text}\u201d`
