import { type PdfWriter, styles } from '#api/paper/drawing/pdf-writer.ts'
import { type Cell, columns, drawTable } from '#api/paper/drawing/table.ts'
import { stepNames } from '#core/deadlines/values.ts'
import type { EvidenceClock, EvidenceDuty } from '#core/evidence/clocks.ts'
import { drawHeading } from './first-page.ts'
import { formatInstant } from './format.ts'
import type { PackContent } from './pack-content.ts'

const table = columns(10, ['Step', 92], ['Due', 108], ['Outcome', 150], ['Why', 135])

/** The clocks of a job on a page of their own: what was due when under which rule, when it was met or missed, and why. */
export async function drawClocks(pdf: PdfWriter, content: PackContent) {
  if (content.clocks.length === 0) return
  pdf.newPage()
  drawHeading(pdf, 'Deadlines')
  for (const duty of content.clocks) await drawDuty(pdf, duty, content)
  pdf.write(
    'A deadline in hours is elapsed time; one in days ends at midnight, without weekends and bank holidays where it counts working days. What was missed stays missed, whatever was done later.',
    styles.faint,
  )
  pdf.y += 14
}

async function drawDuty(pdf: PdfWriter, duty: EvidenceDuty, content: PackContent) {
  const { zone } = content.choice
  const { report, offers, summaries } = duty.office
  const from = report?.reportedBy ? `, from ${report.reportedBy}` : ''
  pdf.need(120)
  pdf.write(duty.name, styles.strong)
  pdf.write(`Report received ${formatInstant(duty.awareAt, zone)}${from}. ${duty.rule}`, styles.text)
  if (report?.words) pdf.write(`\u201c${report.words}\u201d`, styles.quiet)
  pdf.y += 6
  await drawTable(
    pdf,
    table,
    duty.clocks.map((one) => ({ cells: cellsOf(one, content) })),
  )
  pdf.y += 4
  const sentences = [
    ...summaries.map(({ sent, timestamp }) =>
      sent
        ? `A written summary was sent ${formatInstant(sent.sentAt, zone)} (${sent.sentHow})${sent.sentTo ? ` to ${sent.sentTo}` : ''}.`
        : `A written summary was prepared ${formatInstant(timestamp, zone)} and not sent.`,
    ),
    ...offers.map(
      ({ offeredAt, answer, note }) =>
        `Another place to stay was offered ${formatInstant(offeredAt, zone)}: ${answer}.${note ? ` ${note}` : ''}`,
    ),
    ...duty.reasons.map((one) => reasonWords(one, content)),
    ...(duty.ended ? [`Ended ${formatInstant(duty.ended.at, zone)}: ${duty.ended.ending}.`] : []),
  ]
  for (const sentence of sentences) pdf.write(sentence, styles.text)
  pdf.y += 12
}

function cellsOf(one: EvidenceClock, content: PackContent): Cell[] {
  const { zone } = content.choice
  const from = one.from === 'aware' ? 'the report' : 'the investigation'
  return [
    [
      { text: stepNames[one.step], style: styles.strong },
      { text: `counted from ${from}, ${formatInstant(one.startedAt, zone)}`, style: styles.quiet },
    ],
    [
      { text: formatInstant(one.due, zone), style: styles.text },
      ...(one.firstDue ? [{ text: `put off from ${formatInstant(one.firstDue, zone)}`, style: styles.late }] : []),
      ...(one.latest ? [{ text: `at the latest ${formatInstant(one.latest, zone)}`, style: styles.quiet }] : []),
    ],
    outcomeOf(one, content),
    one.reasons.map((reason) => ({ text: reasonWords(reason, content), style: styles.text })),
  ]
}

function outcomeOf(
  { met, standing, isOver, missedAt }: EvidenceClock,
  { choice: { zone }, nameAt }: PackContent,
): Cell {
  if (met)
    return [
      {
        text: standing.isLate ? `Done ${standing.words}` : 'Done in time',
        style: standing.isLate ? styles.bad : styles.strong,
      },
      { text: `${formatInstant(met.at, zone)}, by ${nameAt(met.by, met.at) || 'a former member'}`, style: styles.text },
      {
        text: [met.found && `found: ${met.found}`, `proof: ${met.proof}`, met.note].filter(Boolean).join('; '),
        style: styles.quiet,
      },
    ]
  const missed = missedAt ? [{ text: `Missed ${formatInstant(missedAt, zone)}`, style: styles.bad }] : []
  if (isOver) return [{ text: 'Not needed any more', style: styles.text }, ...missed]
  if (standing.isLate) return [{ text: `Not done, ${standing.words}`, style: styles.bad }]
  return [{ text: `Open, ${standing.words}`, style: styles.text }, ...missed]
}

const reasonWords = (
  { reason, userId, timestamp }: EvidenceDuty['reasons'][number],
  { choice: { zone }, nameAt }: PackContent,
) => `\u201c${reason}\u201d ${nameAt(userId, timestamp) || 'A former member'}, ${formatInstant(timestamp, zone)}`
