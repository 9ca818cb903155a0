import { leading, type PdfWriter, page, styles } from './pdf-writer.ts'

/** The height that {@link drawFacts} will take. */
export const heightOfFacts = (pdf: PdfWriter, facts: readonly [string, string][], left: number, nameWidth: number) =>
  facts.reduce((sum, [, value]) => {
    const lines = pdf.lines(value, page.right - inset - left - nameWidth, styles.strong)
    return sum + lines.length * leading(styles.strong) + 3
  }, 0)

/** The padding inside a box. */
const inset = 8

/** Names and their values, one below the other. */
export function drawFacts(pdf: PdfWriter, facts: readonly [string, string][], left: number, nameWidth: number) {
  const width = page.right - inset - left - nameWidth
  for (const [name, value] of facts) {
    const top = pdf.y
    const [line] = pdf.lines(name, nameWidth, styles.quiet)
    if (line) pdf.put(line, left, top)
    pdf.write(value, styles.strong, { left: left + nameWidth, width })
    pdf.y = Math.max(pdf.y, top + leading(styles.quiet)) + 3
  }
}
