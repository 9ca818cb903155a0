import PDFDocument from 'pdfkit'
import { type FontRun, type FontWeight, fontIn, fontRuns, missingGlyph, printableText } from './fonts/fonts.ts'

/** How a text is set; sizes are in points. */
export type Style = { size: number; weight: FontWeight; color: string; struck?: boolean }

/** A line of text, already broken to the width it was made for. */
export type Line = { runs: readonly FontRun[]; width: number; style: Style }

/** An A4 page and the area for its content, in points. */
export const page = { width: 595.28, height: 841.89, left: 40, right: 555.28, top: 92, bottom: 786 }
export const room = page.right - page.left

const ink = {
  text: '#16211d',
  quiet: '#46514c',
  faint: '#5f6964',
  brand: '#0b4f41',
  brass: '#7a5410',
  danger: '#b3261e',
}
export const rule = '#d5d1c7'
export const tint = '#faf9f6'

/** The text styles of a pack. */
export const styles = {
  company: { size: 11, weight: 'strong', color: ink.text },
  kind: { size: 12, weight: 'strong', color: ink.brand },
  title: { size: 18, weight: 'strong', color: ink.text },
  heading: { size: 10, weight: 'strong', color: ink.text },
  figure: { size: 11, weight: 'strong', color: ink.text },
  text: { size: 8, weight: 'regular', color: ink.text },
  strong: { size: 8, weight: 'strong', color: ink.text },
  quiet: { size: 8, weight: 'regular', color: ink.quiet },
  faint: { size: 7.5, weight: 'regular', color: ink.faint },
  late: { size: 8, weight: 'strong', color: ink.brass },
  lateSmall: { size: 7.5, weight: 'strong', color: ink.brass },
  struck: { size: 8, weight: 'regular', color: ink.quiet, struck: true },
  good: { size: 8, weight: 'strong', color: ink.brand },
  bad: { size: 8, weight: 'strong', color: ink.danger },
  hash: { size: 7, weight: 'mono', color: ink.quiet },
} as const satisfies Record<string, Style>

/** The line height of a style. */
export const leading = ({ size }: Style) => Math.round(size * 1.36 * 4) / 4

/** A document being drawn; `y` is how far its current page is filled. */
export type PdfWriter = {
  doc: PDFKit.PDFDocument
  y: number
  /** Whether the text had a letter that no font has. */
  lacksLetters: boolean
  /** Starts a new page unless this height still fits. */
  need(height: number): void
  newPage(): void
  /** Breaks a text into lines of at most this width; longer words are split. An empty text has no lines. */
  lines(text: string, width: number, style: Style): Line[]
  /** Draws a line; `top` is the upper edge of its line height. */
  put(line: Line, left: number, top: number): void
  /** Draws a text below the current position, over several pages if need be. */
  write(text: string, style: Style, place?: { left?: number; width?: number }): void
}

/** Starts a document. `onPage` draws the header of each page. */
export function openPdfWriter(
  info: { Title: string; Author: string; CreationDate: Date },
  onPage: (pdf: PdfWriter) => void,
) {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'en-GB',
    displayTitle: true,
    info: { ...info, Creator: 'Fettle' },
  })
  const registered = new Set<string>()
  const setFont = (file: string, size: number) => {
    if (!registered.has(file)) doc.registerFont(file, fontIn(file))
    registered.add(file)
    return doc.font(file).fontSize(size)
  }
  const widthOf = ({ text, file, whole }: FontRun, { size }: Style) =>
    setFont(file, size).widthOfString(text, inOneGo(whole))
  const widthOfText = (text: string, style: Style) =>
    fontRuns(text, style.weight).reduce((sum, piece) => sum + widthOf(piece, style), 0)
  const pdf: PdfWriter = {
    doc,
    y: page.top,
    lacksLetters: false,
    need(height) {
      if (pdf.y + height > page.bottom) pdf.newPage()
    },
    newPage() {
      doc.addPage()
      pdf.y = page.top
      onPage(pdf)
    },
    lines: (text, width, style) =>
      text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((paragraph) =>
        inLines(printableText(paragraph), width, (one) => widthOfText(one, style)).map((one) => {
          const runs = fontRuns(one, style.weight)
          pdf.lacksLetters ||= runs.some((piece) => piece.text.includes(missingGlyph))
          return { runs, width: widthOfText(one, style), style }
        }),
      ),
    put({ runs, style, width }, left, top) {
      const baseline = top + leading(style) / 2 + style.size * 0.36
      let x = left
      for (const piece of runs) {
        setFont(piece.file, style.size)
          .fillColor(style.color)
          .text(piece.text, x, baseline, { lineBreak: false, baseline: 'alphabetic', ...inOneGo(piece.whole) })
        x += widthOf(piece, style)
      }
      const middle = baseline - style.size * 0.27
      if (style.struck)
        doc
          .moveTo(left, middle)
          .lineTo(left + width, middle)
          .lineWidth(0.6)
          .stroke(style.color)
    },
    write(text, style, { left = page.left, width = room } = {}) {
      for (const line of pdf.lines(text, width, style)) {
        pdf.need(leading(style))
        pdf.put(line, left, pdf.y)
        pdf.y += leading(style)
      }
    },
  }
  return pdf
}

/** With a feature named, PDFKit does not split the text at its spaces, so that right-to-left words keep their order. */
const inOneGo = (whole: boolean): PDFKit.Mixins.TextOptions => (whole ? { features: ['kern'] } : {})

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Breaks a paragraph at its spaces, and inside any word that is wider than a line. */
function inLines(paragraph: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(' ').filter((one) => one !== '')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (widthOf(line) > width) {
      const fits = whatFits(line, width, widthOf)
      lines.push(fits)
      line = line.slice(fits.length)
    }
  }
  return line === '' ? lines : [...lines, line]
}

/** The longest start of a word that fits on a line, at least one letter. */
function whatFits(word: string, width: number, widthOf: (text: string) => number): string {
  const all = [...letters.segment(word)].map((one) => one.segment)
  let [least, most] = [1, all.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (widthOf(all.slice(0, middle).join('')) <= width) least = middle
    else most = middle - 1
  }
  return all.slice(0, least).join('')
}
