import { createHash } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { sha256 } from './sha256.ts'

afterEach(() => vi.unstubAllGlobals())

test('a digest is computed without the browser’s own, which is missing over plain http', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  for (const text of ['', '0,0 12,7;40,3 44,9', 'Zoë Ångström'.repeat(1_000)])
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
})
