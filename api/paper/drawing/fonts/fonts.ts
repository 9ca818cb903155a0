import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create } from 'fontkit'
import { unpackWoff } from './woff.ts'

/** `mono` is for hashes. */
export type FontWeight = 'regular' | 'medium' | 'strong' | 'mono'

const { resolve } = createRequire(import.meta.url)
const instrumentSans = (name: string) =>
  resolve(`@fontsource/instrument-sans/files/instrument-sans-${name}-normal.woff`)
const dejaVu = (name: string) => resolve(`@fontsource/dejavu-${name}-normal.woff`)
const sans = dejaVu('sans/files/dejavu-sans-latin-400')
const bold = dejaVu('sans/files/dejavu-sans-latin-700')

/** The font files of each weight in order of preference: the product's own face, its rarer letters, and most other scripts. */
const files: Record<FontWeight, readonly string[]> = {
  regular: [instrumentSans('latin-400'), instrumentSans('latin-ext-400'), sans],
  medium: [instrumentSans('latin-500'), instrumentSans('latin-ext-500'), sans],
  strong: [instrumentSans('latin-600'), instrumentSans('latin-ext-600'), bold],
  mono: [dejaVu('mono/files/dejavu-mono-latin-400')],
}

/** A stretch of text in one font file. A `whole` run must be set in one piece: its letters join, or run from right to left. */
export type FontRun = { text: string; file: string; whole: boolean }

/** Shown for a letter that no font has; the verification file keeps the letter itself. */
export const missingGlyph = '\u25a1'

const read = new Map<string, Buffer>()

/** The font in one of the files, unpacked; cached. */
export function fontIn(file: string): Buffer {
  const before = read.get(file)
  if (before) return before
  const font = unpackWoff(readFileSync(file))
  read.set(file, font)
  return font
}

const known = new Map<string, ReadonlySet<number>>()

/** The letters of a font, cached. */
function lettersOf(file: string): ReadonlySet<number> {
  const before = known.get(file)
  if (before) return before
  const font = create(fontIn(file))
  const letters = new Set('characterSet' in font ? font.characterSet : [])
  known.set(file, letters)
  return letters
}

/** Invisible characters that change how others are shown, such as direction marks, which can reverse a line. */
const unseen = /\p{Cc}|\p{Cf}|\p{Variation_Selector}/gu
const joins = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** The text without characters that cannot be shown, its letters composed. */
export const printableText = (text: string) => text.replace(/\t/g, ' ').replace(unseen, '').normalize('NFC')

/** Splits a text into runs of one font each; a letter that no font has is replaced. */
export function fontRuns(text: string, weight: FontWeight): FontRun[] {
  const runs: FontRun[] = []
  const from = files[weight]
  for (const letter of text) {
    const point = letter.codePointAt(0) ?? 0
    const last = runs.at(-1)
    // Punctuation and spaces stay in the font of the word before them.
    const stays = last && !/[\p{L}\p{N}\p{S}]/u.test(letter) && lettersOf(last.file).has(point)
    const file = stays ? last.file : from.find((one) => lettersOf(one).has(point))
    const shown = file === undefined ? missingGlyph : letter
    const its = file ?? (weight === 'strong' ? bold : sans)
    if (last?.file === its) Object.assign(last, { text: last.text + shown, whole: last.whole || joins.test(shown) })
    else runs.push({ text: shown, file: its, whole: joins.test(shown) })
  }
  return runs
}
