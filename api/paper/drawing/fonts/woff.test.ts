import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font, openSync } from 'fontkit'
import { expect, test } from 'vitest'
import { unpackWoff } from './woff.ts'

const { resolve } = createRequire(import.meta.url)
const files = [
  '@fontsource/instrument-sans/files/instrument-sans-latin-400-normal.woff',
  '@fontsource/dejavu-mono/files/dejavu-mono-latin-400-normal.woff',
]

/** What a pack takes from a font: the shapes and widths of letters, and how they join. */
function shapesIn(font: Font) {
  const { glyphs, positions } = font.layout('Flat 9, Cooper Yard: £1,250.00 – fi “ÆÉ”')
  const shapes = glyphs.map((one) => [one.id, one.advanceWidth, one.path.toSVG()])
  return {
    names: [font.postscriptName, font.unitsPerEm, font.numGlyphs],
    letters: font.characterSet,
    shapes,
    positions,
  }
}
const single = (font: ReturnType<typeof create>): Font => {
  if (!('layout' in font)) throw new Error('A single font was expected.')
  return font
}

test.each(files)('%s has the same letters unpacked, and is a plain TrueType font', (name) => {
  const file = resolve(name)
  const unpacked = single(create(unpackWoff(readFileSync(file))))
  expect(unpacked.type).toBe('TTF')
  expect(shapesIn(unpacked)).toEqual(shapesIn(single(openSync(file))))
})

test('a file that is no WOFF file is refused', () => {
  expect(() => unpackWoff(Buffer.from('OTTO and more'))).toThrow('not a WOFF file')
})
