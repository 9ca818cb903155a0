import { type PdfWriter, styles } from '#api/paper/drawing/pdf-writer.ts'
import { type Cell, columns, drawTable, type Row } from '#api/paper/drawing/table.ts'
import { leftOutWords } from '#core/evidence/evidence.ts'
import { namesThen } from '#core/evidence/task-names.ts'
import { deadlineFieldNames } from '#core/history/deadline-changes.ts'
import type { HistoryEntry } from '#core/history/history.ts'
import { type ReadableChange, readable } from '#core/history/readable-changes.ts'
import { tenantFieldNames } from '#core/history/tenant-changes.ts'
import { visitFieldNames } from '#core/history/visit-changes.ts'
import { paperDayIn, timeIn } from '#core/time/format.ts'
import { drawHeading } from './first-page.ts'
import { authorOf, capital, formatInstant, recordedLate } from './format.ts'
import type { PackContent } from './pack-content.ts'

const table = columns(
  8,
  ['Happened', 44],
  ['Recorded', 48],
  ['Who', 92],
  ['What', 151],
  ['Before', 58],
  ['After', 58],
  ['Event', 16],
).map((column) =>
  column.heading === 'Event' ? { ...column, left: column.left - 8, width: 24, right: true as const } : column,
)

/** The width of 'What', 'Before' and 'After' together. */
const wide = 151 + 2 * (8 + 58)

/** Longer values go below the sentence, where there is room for them. */
const mostInColumn = 36

/** Every event in the copy, with the times it happened and was recorded. */
export async function drawTimeline(pdf: PdfWriter, content: PackContent, keepPace: () => Promise<void>) {
  drawHeading(pdf, 'Timeline')
  const { evidence } = content
  if (evidence.entries.length === 0) pdf.write('Nothing was recorded in the period this copy covers.', styles.text)
  else await drawTable(pdf, table, rowsOf(content), keepPace)
  pdf.y += 4
  const left = leftOutWords(evidence.leftOut)
  pdf.write(
    `Events are in the order in which they were recorded. If an event was recorded later than it happened, it was sent later, for example from a phone that was offline.${left ? ` ${left} Their numbers stay in the chain.` : ''}`,
    styles.faint,
  )
  pdf.y += 14
}

function rowsOf(content: PackContent): Row[] {
  let day = ''
  const then = namesThen(content.evidence)
  return content.evidence.entries.map((entry) => {
    const its = paperDayIn(entry.happenedAt, content.choice.zone)
    const row = { cells: cellsOf(entry, content, then.get(entry.version)), ...(its === day ? {} : { day: its }) }
    day = its
    return row
  })
}

function cellsOf(entry: HistoryEntry, { choice, nameAt, preparedAt }: PackContent, nameThen?: string): Cell[] {
  const nameOf = (userId: string) => nameAt(userId, entry.recordedAt)
  const { zone, copy } = choice
  const { name, side } = authorOf(entry, copy, nameOf)
  const late = recordedLate(entry, zone)
  const changes = entry.type === 'JobCreated' ? [] : readable(entry.changes, { zone, nameOf, now: preparedAt })
  const several = changes.length > 1
  const isShort = ({ from = '', to = '', field }: ReadableChange) =>
    !several && field !== 'note' && Math.max(from.length, to.length) <= mostInColumn
  const short = changes.filter(isShort)
  const lines = [
    { text: capital(entry.sentence), style: styles.text },
    ...(entry.unreadable === undefined ? [] : [{ text: entry.unreadable, style: styles.late }]),
    ...(nameThen === undefined ? [] : [{ text: `Called at the time: ${nameThen}`, style: styles.late }]),
    ...(entry.type === 'JobCreated' ? createdLines(entry) : []),
    ...changes.filter((one) => !isShort(one)).flatMap((one) => linesOf(one)),
    ...correctionLines(entry, zone),
    ...erasureLines(entry, zone, nameOf),
  ]
  return [
    [{ text: timeIn(entry.happenedAt, zone), style: styles.text }],
    [late === undefined ? { text: 'immediately', style: styles.quiet } : { text: late, style: styles.late }],
    [{ text: side ? `${name}, ${side}` : name, style: styles.text }],
    short.length > 0 ? lines : lines.map((one) => ({ ...one, width: wide })),
    short.map(({ from = '' }) => ({ text: from, style: styles.struck })),
    short.map(({ to = '' }) => ({ text: to, style: styles.strong })),
    [{ text: String(entry.version), style: styles.quiet }],
  ]
}

/** The tasks that a job was created with. */
const createdLines = ({ changes }: HistoryEntry): Cell =>
  changes.flatMap(({ field, to }) =>
    field === 'description' && typeof to === 'string' ? [{ text: `Task: ${to}`, style: styles.quiet }] : [],
  )

const fieldNames: Partial<Record<ReadableChange['field'], string>> = {
  jobStart: 'Visit',
  assignedTo: 'Assigned to',
  workOrder: 'Work order',
  receivedBy: 'Received by',
  apartmentName: 'Site',
  createdAt: 'Created on',
  nextVisitHours: 'Hours',
  nextVisitPeople: 'People',
  ...visitFieldNames,
  ...deadlineFieldNames,
  ...tenantFieldNames,
}

function linesOf({ field, of, from, to }: ReadableChange): Cell {
  if (field === 'note') return [{ text: (from ?? to) || '', style: from === undefined ? styles.quiet : styles.struck }]
  // An entry can set the deadlines of several steps.
  const name = field === 'due' && of ? `${of} by` : (fieldNames[field] ?? capital(field))
  return [{ text: `${name}: ${[from, to].filter(Boolean).join(' \u2192 ')}`, style: styles.quiet }]
}

/** A later correction of the time it happened. */
const correctionLines = ({ corrected }: HistoryEntry, zone: string): Cell =>
  corrected
    ? [
        {
          text: `Time corrected to ${formatInstant(corrected.happenedAt, zone)}: ${corrected.reason}`,
          style: styles.late,
        },
        { text: `By event ${corrected.version}.`, style: styles.faint },
      ]
    : []

/** Says that part of the entry was erased by law, and why. */
const erasureLines = ({ erased }: HistoryEntry, zone: string, nameOf: (userId: string) => string): Cell =>
  erased
    ? [
        {
          text: `Erased on ${formatInstant(erased.at, zone)} by ${nameOf(erased.by) || 'the owner'} because: ${erased.reason}`,
          style: styles.late,
        },
      ]
    : []
