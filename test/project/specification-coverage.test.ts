import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'docs/specification-coverage.md'), 'utf8')
const [built = '', open = ''] = text.split(/^## Open$/m)

/** The cells of every row of the tables, without the headings. */
const rowsOf = (part: string) =>
  part
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Statement') && !line.startsWith('| ---'))
    .map((line) => line.slice(2, -2).split(' | '))

const isFile = (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false
const read = (path: string) => (isFile(path) ? readFileSync(join(root, path), 'utf8') : '')
const filesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
const testsIn = (cell: string) =>
  [...cell.matchAll(/`([^`]+)`: '(.+?)'(?=; `|$)/g)].map(([, file = '', name = '']) => ({ file, name }))

/** Whether a test file has a test of that name; a parametrised test is named as in its source. */
function hasTest(source: string, name: string) {
  const written = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`\\(\\s*(['"\`])${written}\\1\\s*,`).test(source)
}

const rows = rowsOf(built)

test('the first part has many rows, each with a statement, a location and a test', () => {
  expect(rows.length).toBeGreaterThan(150)
  for (const row of rows) {
    expect(row, row[0]).toHaveLength(3)
    expect(filesIn(row[1] ?? '').length, row[0]).toBeGreaterThan(0)
    expect(testsIn(row[2] ?? '').length, row[0]).toBeGreaterThan(0)
  }
})

test('every named file exists', () => {
  const named = rows.flatMap(([, where = '', tests = '']) => [
    ...filesIn(where),
    ...testsIn(tests).map((one) => one.file),
  ])
  expect([...new Set(named)].filter((path) => !isFile(path))).toEqual([])
})

test('every named test exists', () => {
  const named = rows.flatMap(([, , tests = '']) => testsIn(tests))
  expect(named.filter(({ file, name }) => !hasTest(read(file), name))).toEqual([])
})

test('nothing of the first part is open', () => {
  expect(rows.filter((row) => row.some((cell) => /^(open|—|-|)$/i.test(cell.trim())))).toEqual([])
})

test('open statements are listed without a test', () => {
  expect(rowsOf(open).filter((row) => row.length !== 2 || row[1] !== 'open')).toEqual([])
})

test('a name without a test is detected', () => {
  expect(hasTest("test('a job is created', () => {})", 'a job is created')).toBe(true)
  expect(hasTest("test('a job is created', () => {})", 'a job is deleted')).toBe(false)
  expect(hasTest("test('a job is created twice', () => {})", 'a job is created')).toBe(false)
})
