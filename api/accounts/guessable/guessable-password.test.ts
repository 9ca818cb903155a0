import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { guessOf } from './guessable-password.ts'

const names = ['Harrow & Pike', 'dana.whitlock', 'office@harrowpike.co.uk']

test.each([
  'aaaaaa',
  'abababab',
  'Summer2026',
  'Welcome1!',
  'password123',
  '!Liverpool9',
  'qwerty12',
  'abcdefgh',
  '987654',
  'PassWord1',
])('%s is too common', (password) => {
  expect(guessOf(password, names)).toBe('common')
})

test.each(['fettle', 'Fettle2026!', 'HarrowPike', 'harrow-pike-1', 'Dana.Whitlock', 'whitlock99', 'Office-Harrow'])(
  '%s is mostly a name of the product, the company or the person',
  (password) => {
    expect(guessOf(password, names)).toBe('name')
  },
)

test.each([
  'sash window 14',
  'tannery wharf 31',
  'café crème',
  'harrow ladder 7',
  'пароль漢字ключ🔑',
  'fettled hinge',
  '8461 27',
  'correct horse',
])('%s is none of these', (password) => {
  expect(guessOf(password, names)).toBeUndefined()
})

test('the list holds the 100,000 commonest passwords, each once, in lower case and long enough to be chosen', () => {
  const list = gunzipSync(readFileSync(new URL('common-passwords.txt.gz', import.meta.url)))
    .toString()
    .trimEnd()
    .split('\n')
  expect(new Set(list).size).toBe(100_000)
  expect(list.filter((one) => one.length < 6 || one !== one.toLowerCase())).toEqual([])
})
