import { drawFacts } from '#api/paper/drawing/facts.ts'
import { type PdfWriter, page, room, rule, styles } from '#api/paper/drawing/pdf-writer.ts'
import { type Gap, whenOf } from '#core/evidence/evidence.ts'
import { durationWords } from '#core/evidence/figures.ts'
import { clocksDiffer } from '#core/time/clocks.ts'
import { dayName } from '#core/time/format.ts'
import { capital, formatInstant, listed } from './format.ts'
import type { PackContent } from './pack-content.ts'

/** The site and its tasks on the left, what the pack covers on the right. */
export function drawTitle(pdf: PdfWriter, content: PackContent) {
  const { job, evidence, choice, preparedAt, preparedBy } = content
  const top = pdf.y + 8
  const left = room * 0.47
  pdf.y = top
  pdf.write(job.apartmentName, styles.title, { width: left })
  pdf.y += 3
  pdf.write(summaryOf(job.jobDescriptions), styles.quiet, { width: left })
  const end = pdf.y
  pdf.y = top + 3
  const facts: [string, string][] = [
    ...(job.office
      ? ([
          ['Agency', job.office.agency || 'None'],
          ['Work Order', job.office.workOrder || 'None'],
        ] as [string, string][])
      : []),
    ['Covers', coveredBy(evidence, choice)],
    ...recordedFact(evidence, choice),
    ['Prepared', `${formatInstant(preparedAt, choice.zone)}, by ${preparedBy.name}`],
  ]
  drawFacts(pdf, facts, page.left + room * 0.5, 58)
  pdf.y = Math.max(pdf.y, end) + 12
}

/** Says which events cannot be read and why, and what that means for the pack. */
export function drawGaps(pdf: PdfWriter, { evidence: { gaps, begun }, choice: { zone } }: PackContent) {
  if (gaps.length === 0) return
  const [damaged, unknown] = [gaps.filter(({ isDamaged }) => isDamaged), gaps.filter(({ isDamaged }) => !isDamaged)]
  if (unknown.length > 0)
    pdf.write(
      `This history has a gap: this version of Fettle does not know what ${eventsIn(unknown, zone)} changed.`,
      styles.late,
    )
  if (damaged.length > 0)
    pdf.write(
      `This history has a gap: ${eventsIn(damaged, zone)} cannot be read, as Fettle did not write ${damaged.length === 1 ? 'it as it stands here' : 'them as they stand here'}.`,
      styles.late,
    )
  if (begun)
    pdf.write(
      'Event 1 created the job: the site and the tasks that it began with, and when it was reported, are not known.',
      styles.late,
    )
  pdf.write(
    `The rest of this pack leaves that out, also in the figures. The gap is hashed and checked like every other event.${unknown.length > 0 ? ' With a newer version of Fettle the pack can be made in full.' : ''}${damaged.length > 0 ? ' Ask the person who runs Fettle to verify the ledger.' : ''}`,
    styles.quiet,
  )
  pdf.y += 10
}

/** The first events of a gap, by number. */
function eventsIn(gaps: readonly Gap[], zone: string): string {
  const shown = gaps.slice(0, mostGapsNamed).map(({ version, type, recordedAt }) => {
    const about = [...(type === undefined ? [] : [type]), `recorded ${formatInstant(recordedAt, zone)}`]
    return `${version} (${about.join(', ')})`
  })
  const more = gaps.length - shown.length
  return `${gaps.length === 1 ? 'event' : 'events'} ${listed(more > 0 ? [...shown, `${more} more`] : shown)}`
}

const mostGapsNamed = 5

/** The key figures, side by side in a box. */
export function drawFigures(pdf: PdfWriter, { figures, evidence: { begun } }: PackContent) {
  const none = begun ? 'Not known' : 'None'
  const since = (time: number | undefined) => (time === undefined ? none : capital(durationWords(Math.abs(time))))
  const from = (what: string, time = 0) => (time < 0 ? `${what} before report` : `report to ${what}`)
  const { recorded = {} } = figures
  const boxes: [string, string, number, recordedAfter?: number | undefined][] = [
    [since(figures.firstAttendance), from('first attendance', figures.firstAttendance), 1.15, recorded.firstAttendance],
    [since(figures.lastRepair), from('last repair', figures.lastRepair), 1.1, recorded.lastRepair],
    [
      String(figures.attendances),
      `${figures.attendances === 1 ? 'attendance' : 'attendances'}${figures.noAccess > 0 ? `, ${figures.noAccess} no access` : ''}`,
      1.15,
    ],
    [
      begun ? none : `${figures.completed} of ${figures.tasks}`,
      `tasks done${figures.toEstimate > 0 ? `, ${figures.toEstimate} to estimate` : ''}`,
      1.2,
    ],
    [String(figures.photos), figures.photos === 1 ? 'photo' : 'photos', 0.55],
  ]
  const { doc } = pdf
  const height = figures.recorded ? 50 : 38
  pdf.need(height + 14)
  const all = boxes.reduce((sum, [, , share]) => sum + share, 0)
  doc.roundedRect(page.left, pdf.y, room, height, 6).lineWidth(0.75).stroke(rule)
  let left: number = page.left
  for (const [index, [figure, words, share, recordedAfter]] of boxes.entries()) {
    const width = (room * share) / all
    if (index > 0)
      doc
        .moveTo(left, pdf.y)
        .lineTo(left, pdf.y + height)
        .lineWidth(0.75)
        .stroke(rule)
    const [large] = pdf.lines(figure, width - 14, styles.figure)
    const [small] = pdf.lines(words, width - 12, styles.faint)
    if (large) pdf.put(large, left + 8, pdf.y + 6)
    if (small) pdf.put(small, left + 8, pdf.y + 21)
    const [late] =
      recordedAfter === undefined ? [] : pdf.lines(recordedWords(recordedAfter), width - 10, styles.lateSmall)
    if (late) pdf.put(late, left + 8, pdf.y + 33)
    left += width
  }
  pdf.y += height + 18
}

/** A time by the server's clock, where that differs. */
const recordedWords = (time: number) => `server: ${Math.abs(time) < 60_000 ? 'under 1 min' : durationWords(time)}`

/** A heading, moved to the next page unless at least `following` points fit below it. */
export function drawHeading(pdf: PdfWriter, text: string, following = 70) {
  pdf.need(20 + following)
  pdf.write(text, styles.heading)
  pdf.y += 5
}

/** The tasks in one line, cut where they are long. */
function summaryOf(tasks: readonly { description: string }[]): string {
  const words = tasks.map((one) => one.description.replace(/\s+/g, ' ').trim()).join(', ')
  return words.length > 160 ? `${words.slice(0, 157).trimEnd()}\u2026` : words
}

/** When the server recorded the first and last event of a copy, if the devices' times are more than 15 minutes from it. */
function recordedFact({ entries }: PackContent['evidence'], { zone }: PackContent['choice']): [string, string][] {
  const ordered = entries.toSorted((a, b) => Date.parse(whenOf(a)) - Date.parse(whenOf(b)))
  const ends = [ordered[0], ordered.at(-1)].flatMap((one) => one ?? [])
  const [first, last] = [entries[0], entries.at(-1)]
  const differ = ends.some((one) => clocksDiffer({ happenedAt: whenOf(one), recordedAt: one.recordedAt }))
  if (!differ || !first || !last) return []
  const [from, to] = [first, last].map(({ recordedAt }) => formatInstant(recordedAt, zone))
  return [['Recorded', from === to ? `${from}` : `${from} to ${to}`]]
}

/** The period that a copy covers: the one that was chosen, else from its first to its last event. */
function coveredBy({ entries }: PackContent['evidence'], { from, to, zone }: PackContent['choice']): string {
  const times = entries.map(whenOf).sort((a, b) => Date.parse(a) - Date.parse(b))
  const [first, last] = [times[0], times.at(-1)]
  const begin = from ? dayName(from) : first && formatInstant(first, zone)
  const end = to ? dayName(to) : last && formatInstant(last, zone)
  if (!begin && !end) return 'Nothing'
  if (!end) return `From ${begin}`
  return begin ? (begin === end ? begin : `${begin} to ${end}`) : `Until ${end}`
}
