import { type PdfWriter, styles } from '#api/paper/drawing/pdf-writer.ts'
import { type Cell, columns, drawTable } from '#api/paper/drawing/table.ts'
import type { Attendance } from '#core/evidence/attendances.ts'
import type { TimeChange } from '#core/evidence/stays.ts'
import { triedWords } from '#core/job/visit/no-access-words.ts'
import { label } from '#core/model/label.ts'
import { dayName, lateness, paperDay, paperDayIn, timeIn } from '#core/time/format.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { drawHeading } from './first-page.ts'
import { formatInstant, listed, numbersWords } from './format.ts'
import type { PackContent } from './pack-content.ts'

const usual = columns(10, ['Date', 76], ['On site', 82], ['Who', 90], ['Outcome', 237])
/** With the server's times beside those of the devices. */
const withRecorded = columns(10, ['Date', 72], ['On site', 68], ['Recorded', 76], ['Who', 78], ['Outcome', 181])

/** Who attended and when, and the outcome of each attendance. */
export async function drawAttendances(pdf: PdfWriter, content: PackContent) {
  drawHeading(pdf, 'Attendances')
  const { attendances, choice, nameAt } = content
  if (attendances.length === 0) {
    pdf.write('Nobody arrived or recorded anything on site in the period this copy covers.', styles.text)
    pdf.y += 12
    return
  }
  const zone = choice.zone
  const anyLate = attendances.some(({ recordedLate }) => recordedLate)
  const rows = attendances.map((one) => ({
    cells: [
      [{ text: paperDay(one.day), style: styles.text }],
      [{ text: spanOf(one, zone), style: styles.text }],
      ...(anyLate ? [recordedCell(one, zone)] : []),
      [
        {
          text: one.people.map((id) => nameAt(id, one.firstRecordedAt) || 'Former member').join(', '),
          style: styles.text,
        },
      ],
      outcomeOf(one, content),
    ],
  }))
  await drawTable(pdf, anyLate ? withRecorded : usual, rows)
  pdf.y += 4
  pdf.write(notesOn(attendances).join(' '), styles.faint)
  pdf.y += 14
}

/** What the times in the table are. */
const notesOn = (attendances: readonly Attendance[]) => [
  'Times on site are those of Arrived and Left, by the clock of the person\u2019s device.',
  ...(attendances.some(({ byRecords }) => byRecords)
    ? ['Where somebody tapped neither, the times with * are those of the first and last record.']
    : []),
  ...(attendances.some(({ recordedLate }) => recordedLate)
    ? ['Recorded is the server\u2019s time, shown where it is more than 15 minutes from the device\u2019s.']
    : []),
]

/** From when to when, with the day of a time that is on another one. */
function spanOf({ day, first, last, byRecords }: Attendance, zone: string) {
  const [from, to] = [first, last].map((instant) => {
    const its = wallClock(instant, zone).day
    return `${timeIn(instant, zone)}${its === day ? '' : ` on ${dayName(its)}`}`
  })
  return `${from === to ? from : `${from} to ${to}`}${byRecords ? ' *' : ''}`
}

/** When the server recorded what it learned late, and how long after the attendance that was. */
function recordedCell({ last, recordedLate }: Attendance, zone: string): Cell {
  if (!recordedLate) return [{ text: 'within 15 min', style: styles.quiet }]
  const { first: from, last: to } = recordedLate
  const [begin, end] = [`${paperDayIn(from, zone)}, ${timeIn(from, zone)}`, timeIn(to, zone)]
  const isOneDay = wallClock(from, zone).day === wallClock(to, zone).day
  const until = isOneDay ? end : `${paperDayIn(to, zone)}, ${end}`
  const after = lateness({ happenedAt: last, recordedAt: to })
  return [
    { text: begin.endsWith(until) ? begin : `${begin} to ${until}`, style: styles.late },
    ...(after ? [{ text: `${after} later`, style: styles.quiet }] : []),
  ]
}

function outcomeOf(attendance: Attendance, content: PackContent) {
  const { noAccess, closedDoors, completed, toEstimate, photos, comment, timesChanged } = attendance
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
    ...timesChanged.map((one) => ({ text: timeChangeWords(one, content), style: styles.late })),
  ]
}

/** 'Arrived changed from 09:05 to 08:10 by dana on 4 Nov 2026, 20:00: “Tapped late”'. */
function timeChangeWords(
  { side, from, to, reason, userId, recordedAt }: TimeChange,
  { choice: { zone }, nameAt }: PackContent,
) {
  const name = side === 'arrived' ? 'Arrived' : 'Left'
  const change =
    from === undefined ? `set to ${at(to, zone)}` : `changed from ${at(from, zone)} to ${at(to, zone, from)}`
  return `${name} ${change} by ${nameAt(userId, recordedAt) || 'a former member'} on ${formatInstant(recordedAt, zone)}: ${quoted(reason)}`
}

/** A time, with its day unless it is that of another instant. */
const at = (instant: string, zone: string, other?: string) =>
  other !== undefined && wallClock(instant, zone).day === wallClock(other, zone).day
    ? timeIn(instant, zone)
    : formatInstant(instant, zone)

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
