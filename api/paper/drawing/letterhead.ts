import type { PrintPhoto } from '#api/paper/photo-files.ts'
import { leading, type PdfWriter, page, room, styles } from './pdf-writer.ts'

/** The room for the company's logo above the rule, in points. */
const logoRoom = { width: 130, height: 32 }

/** Draws the logo as large as fits, and returns how much of the line it takes. One whose file is lost is left out. */
function drawLogo({ doc }: PdfWriter, logo: PrintPhoto | undefined): number {
  if (!logo || 'missing' in logo) return 0
  const scale = Math.min(logoRoom.width / logo.width, logoRoom.height / logo.height)
  const [width, height] = [logo.width * scale, logo.height * scale]
  doc.image(Buffer.from(logo.jpeg), page.left, 42 + (logoRoom.height - height) / 2, { width, height })
  return width + 12
}

/** How the company is called and reached, and its logo. */
export type Letterhead = { name: string; contact: readonly string[]; logo?: PrintPhoto | undefined }

/** The header of every page: the company and what this is, on the first with the company's logo. */
export function drawLetterhead(pdf: PdfWriter, company: Letterhead, paper: { kind: string; of: string }) {
  const { doc } = pdf
  const right = (text: string, style: (typeof styles)['kind' | 'quiet'], top: number) => {
    const [line] = pdf.lines(text, 150, style)
    if (line) pdf.put(line, page.right - line.width, top)
  }
  right(paper.kind, styles.kind, 44)
  right(paper.of, styles.quiet, 60)
  // A long name is cut to the two lines that fit above the rule.
  const below = company.contact.length > 0 ? company.contact : ['Property maintenance']
  const taken = drawLogo(pdf, company.logo)
  const left = page.left + taken
  const width = room - 170 - taken
  const name = pdf.lines(company.name, width, styles.company).slice(0, 2)
  for (const [index, line] of name.entries()) pdf.put(line, left, 44 + index * leading(styles.company))
  if (name.length === 1) {
    for (const [index, text] of below.slice(0, 2).entries()) {
      const [line] = pdf.lines(text, width, styles.faint)
      if (line) pdf.put(line, left, (below.length > 1 ? 57 : 60) + index * 9)
    }
  }
  doc.moveTo(page.left, 78).lineTo(page.right, 78).lineWidth(1.2).stroke(styles.kind.color)
}
