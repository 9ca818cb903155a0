import { createRequire } from 'node:module'
import { openSync } from 'fontkit'

/** How heavy letters are; `mono` is for hashes. */
export type FontWeight = 'regular' | 'medium' | 'strong' | 'mono'

const { resolve } = createRequire(import.meta.url)
const ours = (name: string) => resolve(`@fontsource/instrument-sans/files/instrument-sans-${name}-normal.woff`)
const other = (name: string) => resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)

/** The files of each weight, tried from the first: our own type, its rarer letters, and a font that has most scripts. */
const files: Record<FontWeight, readonly string[]> = {
  regular: [ours('latin-400'), ours('latin-ext-400'), other('DejaVuSans')],
  medium: [ours('latin-500'), ours('latin-ext-500'), other('DejaVuSans')],
  strong: [ours('latin-600'), ours('latin-ext-600'), other('DejaVuSans-Bold')],
  mono: [other('DejaVuSansMono')],
}

/** A stretch of text in one font file. `whole` has to be set in one go: its letters join, or run from right to left. */
export type FontRun = { text: string; file: string; whole: boolean }

/** What stands for a letter that no font has; the sealed file has the letter itself. */
export const missingGlyph = '\u25a1'

const known = new Map<string, ReadonlySet<number>>()

/** The letters that a font has; a font is read once. */
function lettersOf(file: string): ReadonlySet<number> {
  const before = known.get(file)
  if (before) return before
  const font = openSync(file)
  const letters = new Set('characterSet' in font ? font.characterSet : [])
  known.set(file, letters)
  return letters
}

/** Marks that change how others are shown, which can turn a line around and say nothing by themselves. */
const unseen = /\p{Cc}|\p{Cf}|\p{Variation_Selector}/gu
const joins = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** A line's text without what cannot be shown, its letters composed. */
export const printableText = (text: string) => text.replace(/\t/g, ' ').replace(unseen, '').normalize('NFC')

/** A text as stretches of one font each; a letter that none has is replaced. */
export function fontRuns(text: string, weight: FontWeight): FontRun[] {
  const runs: FontRun[] = []
  const from = files[weight]
  for (const letter of text) {
    const point = letter.codePointAt(0) ?? 0
    const last = runs.at(-1)
    // What stands between words goes with the word before it.
    const stays = last && !/[\p{L}\p{N}\p{S}]/u.test(letter) && lettersOf(last.file).has(point)
    const file = stays ? last.file : from.find((one) => lettersOf(one).has(point))
    const shown = file === undefined ? missingGlyph : letter
    const its = file ?? other(weight === 'strong' ? 'DejaVuSans-Bold' : 'DejaVuSans')
    if (last?.file === its) Object.assign(last, { text: last.text + shown, whole: last.whole || joins.test(shown) })
    else runs.push({ text: shown, file: its, whole: joins.test(shown) })
  }
  return runs
}
