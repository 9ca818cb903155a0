import { expect, test } from 'vitest'
import { foreignFormats } from './british.ts'

const found = (text: string, path = 'web/ui/a.tsx') => foreignFormats({ path, text })

test.each([
  'const a = <input type="date" />',
  'const a = <TextInput type="time" label="Arrived" />',
  'const a = <input type="number" />',
  'const words = count.toLocaleString()',
  'const day = new Date().toLocaleDateString(undefined, { day: "numeric" })',
  'const day = new Intl.DateTimeFormat().format(at)',
  "const price = new Intl.NumberFormat('de-DE')",
  'const names = Intl.ListFormat()',
])('what the language of the browser would change is found: %s', (text) => {
  expect(found(text)).toHaveLength(1)
})

test.each([
  'const a = <input type="search" />',
  "const words = count.toLocaleString('en-GB')",
  "const day = new Intl.DateTimeFormat('en-GB', style).format(at)",
  'const zone = Intl.DateTimeFormat().resolvedOptions().timeZone',
])('British formats are left alone: %s', (text) => {
  expect(found(text)).toEqual([])
})
