/** A piece of a text and the place where it starts; `call` is the number to dial if the piece is a telephone number. */
export type TextPiece = { at: number; text: string; call?: string }

/** A British or international number as people type it: with spaces, hyphens, or brackets around its area code. */
const number = /(?<![\d+])(?:\+\d{1,3}|\(?0)[\d ()-]{7,16}\d(?!\d)/g
const digits = { least: 10, most: 15 }

/** Splits a text at its telephone numbers. The pieces together are the text. */
export function telephoneNumbers(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(number)) {
    const dialled = found.replaceAll(/[^\d+]/g, '')
    const length = dialled.replace('+', '').length
    if (length < digits.least || length > digits.most) continue
    if (index > end) pieces.push({ at: end, text: text.slice(end, index) })
    pieces.push({ at: index, text: found, call: dialled })
    end = index + found.length
  }
  if (end < text.length) pieces.push({ at: end, text: text.slice(end) })
  return pieces
}
