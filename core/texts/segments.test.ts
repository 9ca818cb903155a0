import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstThatFits, mostParts, partsOf, toPlain } from './segments.ts'

test('a message has 160 plain letters alone and 153 in each of several parts; with another letter it has 70 and 67', () => {
  expect(['', 'a', 'a'.repeat(160), 'a'.repeat(161), 'a'.repeat(306), 'a'.repeat(307)].map(partsOf)).toEqual([
    1, 1, 1, 2, 2, 3,
  ])
  expect(['ł', 'ł'.repeat(70), 'ł'.repeat(71), 'ł'.repeat(134), 'ł'.repeat(135)].map(partsOf)).toEqual([1, 1, 2, 2, 3])
  expect(['€'.repeat(80), '€'.repeat(81)].map(partsOf)).toEqual([1, 2])
  // Neither an escaped letter nor a pair of units is divided: 76 of two leave one of 153 empty, 33 one of 67.
  expect(['€'.repeat(152), '€'.repeat(153), '😀'.repeat(66), '😀'.repeat(67)].map(partsOf)).toEqual([2, 3, 2, 3])
})

test('however long a message is, its parts hold it and none is left out', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 700 }), fc.string({ maxLength: 40 }), (text, more) => {
      const parts = partsOf(text)
      expect(parts).toBeGreaterThanOrEqual(Math.max(1, Math.ceil(text.length / 160)))
      expect(parts).toBeLessThanOrEqual(Math.max(1, Math.ceil(text.length / 66)))
      expect(partsOf(text + more)).toBeGreaterThanOrEqual(parts)
    }),
  )
})

test('typographic marks and accents that telephones lack are left out, other letters stay, and what is plain does not change', () => {
  expect(toPlain('Łukasz’s “flat” – Señor Ångström…')).toBe('Łukasz\'s "flat" - Señor Ångström...')
  expect(toPlain('Škoda\n  Élan Čapek')).toBe('Skoda Élan Capek')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      expect(toPlain(toPlain(text))).toBe(toPlain(text))
    }),
  )
})

test('the first words that fit are taken, and the last if none do', () => {
  const long = 'x'.repeat(400)
  expect(firstThatFits([long, 'short', 'shorter'])).toBe('short')
  expect(firstThatFits([long, long])).toBe(long)
  expect(partsOf(firstThatFits(['y'.repeat(306), 'short']))).toBe(mostParts)
})
