import { expect, test } from 'vitest'
import { bounded, canZoomIn, canZoomOut, fitted, nearest, percent, stepped, zoomed } from './zoom.ts'

const steps = (from: number, direction: 1 | -1, count: number) => {
  const seen = [from]
  for (let done = 0; done < count; done += 1) seen.push(stepped(seen.at(-1) ?? from, direction))
  return seen.map(percent)
}

test('zooming goes in to 300% and out to 50% in steps of 20%', () => {
  expect(steps(1, 1, 11)).toEqual([100, 120, 140, 160, 180, 200, 220, 240, 260, 280, 300, 300].map((one) => `${one}%`))
  expect(steps(1, -1, 4)).toEqual(['100%', '80%', '60%', '50%', '50%'])
  expect([canZoomIn(3), canZoomIn(2.8), canZoomOut(0.5), canZoomOut(0.6)]).toEqual([false, true, false, true])
})

test('zooming in from the smallest stops at 100%', () =>
  expect(steps(0.5, 1, 4)).toEqual(['50%', '70%', '90%', '100%', '120%']))

test('pinching zooms in the same steps', () => {
  expect([0.1, 0.93, 1.29, 1.31, 2.08, 9].map((zoom) => percent(nearest(zoom)))).toEqual([
    '50%',
    '100%',
    '120%',
    '140%',
    '200%',
    '300%',
  ])
})

test('the point under the pointer stays in place', () => {
  const point = { x: 120, y: -40 }
  const view = zoomed(zoomed(fitted, 1.4, point), 2, point)
  // A point of the picture is shown at its place times the zoom, plus the shift.
  expect((point.x - view.x) / view.zoom).toBeCloseTo(120)
  expect((point.y - view.y) / view.zoom).toBeCloseTo(-40)
})

test('a picture moves no further than its edges, and not at all while it fits', () => {
  const [picture, place] = [
    { width: 4000, height: 3000 },
    { width: 1000, height: 600 },
  ]
  expect(bounded({ zoom: 1, x: 50, y: -50 }, picture, place)).toMatchObject({ zoom: 1 })
  expect(Math.abs(bounded({ zoom: 1, x: 50, y: -50 }, picture, place).x)).toBe(0)
  expect(bounded({ zoom: 2, x: 900, y: -900 }, picture, place)).toEqual({ zoom: 2, x: 300, y: -300 })
})
