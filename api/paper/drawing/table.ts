import { type Line, leading, type PdfWriter, page, rule, type Style, styles } from './pdf-writer.ts'

/** A column, by its left edge and width in points. */
export type Column = { heading: string; left: number; width: number; right?: true }

/** A cell's texts, one below another; a text with a `width` extends over the empty cells next to it. */
export type Cell = readonly { text: string; style: Style; width?: number }[]

/** A row; one with a `day` starts that day and shows it as a heading. */
export type Row = { day?: string; cells: readonly Cell[] }

const pad = 3.5

/** Columns side by side from the left margin, with a gap between them. */
export function columns(gap: number, ...headings: readonly [heading: string, width: number][]): Column[] {
  let left = page.left
  return headings.map(([heading, width]) => {
    const column = { heading, left, width }
    left += width + gap
    return column
  })
}

/**
 * Draws a table over as many pages as it needs, with its heading on each. A row that does not fit moves to the next page, unless it
 * takes a third of a page or more: then it is split between two lines. `keepPace` is called after each row.
 */
export async function drawTable(
  pdf: PdfWriter,
  of: readonly Column[],
  rows: readonly Row[],
  keepPace: () => Promise<void> = async () => undefined,
) {
  pdf.need(90)
  drawHead(pdf, of)
  for (const row of rows) {
    const cells = row.cells.map((cell, index) =>
      cell.flatMap(({ text, style, width = of[index]?.width ?? 0 }) => pdf.lines(text, width, style)),
    )
    drawRow(pdf, of, row.day, cells)
    await keepPace()
  }
}

function drawHead(pdf: PdfWriter, of: readonly Column[]) {
  for (const column of of) {
    const [line] = pdf.lines(column.heading, column.width, styles.quiet)
    if (line) pdf.put(line, leftOf(column, line), pdf.y)
  }
  pdf.y += leading(styles.quiet) + pad
  drawRule(pdf)
}

function drawRow(pdf: PdfWriter, of: readonly Column[], day: string | undefined, cells: readonly Line[][]) {
  const heightOf = (lines: readonly Line[]) => lines.reduce((sum, { style }) => sum + leading(style), 0)
  const height = Math.max(...cells.map(heightOf)) + 2 * pad + (day ? leading(styles.strong) : 0)
  const left = page.bottom - pdf.y
  if (height > left && (height < (page.bottom - page.top) / 3 || left < 60)) continueOnNextPage(pdf, of)
  pdf.y += pad
  if (day) {
    for (const line of pdf.lines(day, page.right - page.left, styles.strong)) pdf.put(line, page.left, pdf.y)
    pdf.y += leading(styles.strong)
  }
  const unplaced = cells.map((lines) => [...lines])
  while (unplaced.some((lines) => lines.length > 0)) {
    const top = pdf.y
    let end = top
    for (const [index, lines] of unplaced.entries()) {
      const column = of[index]
      let y = top
      for (let line = lines[0]; line && column; line = lines[0]) {
        if (y + leading(line.style) > page.bottom) break
        pdf.put(line, leftOf(column, line), y)
        y += leading(line.style)
        lines.shift()
      }
      end = Math.max(end, y)
    }
    pdf.y = end
    if (unplaced.some((lines) => lines.length > 0)) continueOnNextPage(pdf, of)
  }
  pdf.y += pad
  drawRule(pdf)
}

function continueOnNextPage(pdf: PdfWriter, of: readonly Column[]) {
  pdf.newPage()
  drawHead(pdf, of)
  pdf.y += pad
}

const leftOf = ({ left, width, right }: Column, line: Line) => (right ? left + width - line.width : left)

export function drawRule({ doc, y }: PdfWriter) {
  doc.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.5).stroke(rule)
}
