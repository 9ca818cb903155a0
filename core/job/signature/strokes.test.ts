import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSignature, mostStrokes, pad, strokePaths, strokesIn, strokesText } from './strokes.ts'

const point = fc.record({
  x: fc.double({ min: -50, max: pad.width + 50, noNaN: true }),
  y: fc.double({ min: -50, max: pad.height + 50, noNaN: true }),
  t: fc.double({ min: 0, max: 500_000, noNaN: true }),
})
const drawing = fc.array(fc.array(point, { maxLength: 40 }), { maxLength: 12 })

test('strokes of any drawing are written in one form and read back', () => {
  fc.assert(
    fc.property(drawing, (strokes) => {
      const text = strokesText(strokes)
      const read = strokesIn(text)
      expect(read === undefined).toBe(strokes.every((one) => one.length === 0))
      expect(strokesText(read ?? [])).toBe(text)
    }),
  )
})

test('a stroke is kept to within a unit, and its times stay in order', () => {
  const text = strokesText([
    [
      { x: 10.4, y: 20.6, t: 1_000 },
      { x: 40, y: 5, t: 1_016.4 },
      { x: 41, y: 5, t: 1_020 },
      { x: 80, y: 9, t: 1_033 },
    ],
    [{ x: 500, y: 250, t: 1_400 }],
  ])
  expect(text).toBe('10,21,0 30,-16,16 40,4,17;500,250,367')
  expect(strokesIn(text)).toEqual([
    [
      { x: 10, y: 21, t: 0 },
      { x: 40, y: 5, t: 16 },
      { x: 80, y: 9, t: 33 },
    ],
    [{ x: 500, y: 250, t: 400 }],
  ])
})

test('scribbling for minutes fits the limit, and still shows every stroke', () => {
  const scribble = Array.from({ length: 30 }, (_, stroke) =>
    Array.from({ length: 2_000 }, (_, at) => ({
      x: 500 + 480 * Math.sin(at / 7 + stroke),
      y: 250 + 240 * Math.cos(at / 5),
      t: stroke * 20_000 + at * 8,
    })),
  )
  const text = strokesText(scribble)
  expect(text.length).toBeLessThanOrEqual(mostStrokes)
  expect(strokesIn(text)).toHaveLength(30)
})

test('thousands of dots fit the limit too', () => {
  const dots = Array.from({ length: 5_000 }, (_, at) => [{ x: at % 1_000, y: at % 500, t: at }])
  const text = strokesText(dots)
  expect(text.length).toBeLessThanOrEqual(mostStrokes)
  expect(strokesIn(text)).toBeDefined()
})

test.each([
  ['', 'nothing'],
  ['[erased]', 'an erased one'],
  ['10,20', 'a point without its time'],
  ['10,20,0 2000,0,16', 'a point outside the pad'],
  ['010,20,0 30,5,16', 'a number written in another way'],
  ['10,20,5 30,5,16', 'a first point that does not start the clock'],
  [`10,20,0${' 1,1,1'.repeat(3_000)}`, 'a text that is too long'],
])('%s is no drawing: %s', (text) => {
  expect(strokesIn(text)).toBeUndefined()
  expect(isSignature(text)).toBe(false)
})

test('dots alone are not a signature', () => {
  expect(isSignature('10,20,0;30,40,90')).toBe(false)
  expect(isSignature('10,20,0;30,40,90 5,5,16')).toBe(true)
})

test('a stroke is drawn as a curve through its points, and a dot as a dot', () => {
  const strokes = strokesIn('10,20,0 30,10,16 30,-10,16;50,60,40') ?? []
  expect(strokePaths(strokes)).toEqual(['M10 20Q40 30 55 25L70 20', 'M50 60h0'])
})
