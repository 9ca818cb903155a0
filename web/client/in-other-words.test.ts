import { expect, test, vi } from 'vitest'
import { inOtherWords } from './in-other-words.ts'

const refused = { error: 'Someone else has changed this.' }

test('a refusal is said in other words, or as it is, with the fault in the log, if those cannot be found', async () => {
  expect(await inOtherWords(refused, async () => ({ error: 'The title is now Gutters.' }))).toEqual({
    error: 'The title is now Gutters.',
  })
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const unreachable = new Error('unreachable')
  expect(await inOtherWords(refused, () => Promise.reject(unreachable))).toBe(refused)
  expect(log).toHaveBeenCalledExactlyOnceWith('What a change was refused for is not known', unreachable)
  log.mockRestore()
})
