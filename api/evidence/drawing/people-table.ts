import { type PdfWriter, styles } from '#api/paper/drawing/pdf-writer.ts'
import { columns, drawTable } from '#api/paper/drawing/table.ts'
import { drawHeading } from './first-page.ts'
import { formatInstant } from './format.ts'
import type { PackContent } from './pack-content.ts'

const table = columns(14, ['Name', 150], ['Username', 120], ['Earlier names', 217])

/**
 * Who is named in a copy, if anybody has a name beside the username. People give themselves the names that the rest of the pack has, and
 * may change them; the owner gives the username, which stays, so that a reader can tell who somebody is whatever they are called.
 */
export async function drawPeople(pdf: PdfWriter, { people, choice: { zone } }: PackContent) {
  if (people.every(({ name, username, earlierNames }) => name === username && earlierNames.length === 0)) return
  drawHeading(pdf, 'People in this copy')
  const rows = people.map(({ name, username, earlierNames }) => ({
    cells: [
      [{ text: name, style: styles.strong }],
      [{ text: username, style: styles.text }],
      earlierNames.map((one) => ({ text: `${one.name}, until ${formatInstant(one.until, zone)}`, style: styles.text })),
    ],
  }))
  await drawTable(pdf, table, rows)
  pdf.y += 4
  pdf.write(
    'The owner gives each person a username, which stays. People and the owner set names: each entry has the name of its time, or the first one if there was none yet.',
    styles.faint,
  )
  pdf.y += 14
}
