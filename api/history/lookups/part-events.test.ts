import { expect, test } from 'vitest'
import { mostInPage } from '#core/wire/history.ts'
import { fittingParts } from './part-events.ts'

const size = (streamId: string, events: number, bytes = 100) => ({ streamId, events, bytes })

test('a page has the parts that were last ordered, each whole, up to its limits', () => {
  const parts = ['tray', 'tap', 'fan']
  expect(fittingParts(parts, [size('tray', 3), size('tap', 2), size('fan', 1)])).toEqual(parts)
  expect(fittingParts(parts, [size('tray', mostInPage.events), size('tap', 2), size('fan', 1)])).toEqual(['tap', 'fan'])
  expect(fittingParts(parts, [size('tap', 1), size('fan', 1, mostInPage.bytes + 1)])).toEqual([])
  expect(fittingParts([], [])).toEqual([])
})
