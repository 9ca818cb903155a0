import { expect, test } from 'vitest'
import { documentAt, filesIn, hasTest, missingFiles, missingTests, rowsOf, testsIn } from './named-tests.ts'

const [built = '', open = ''] = documentAt('docs/specification-coverage.md').split(/^## Open$/m)
const statementsOf = (part: string) => rowsOf(part).filter(([statement]) => statement !== 'Statement')
const rows = statementsOf(built)

test('the first part has many rows, each with a statement, a location and a test', () => {
  expect(rows.length).toBeGreaterThan(150)
  for (const row of rows) {
    expect(row, row[0]).toHaveLength(3)
    expect(filesIn(row[1] ?? '').length, row[0]).toBeGreaterThan(0)
    expect(testsIn(row[2] ?? '').length, row[0]).toBeGreaterThan(0)
  }
})

test('every named file exists', () => {
  expect(missingFiles(rows.flatMap(([, where = '', tests = '']) => [where, tests]))).toEqual([])
})

test('every named test exists', () => {
  expect(missingTests(rows.flatMap(([, , tests = '']) => [tests]))).toEqual([])
})

test('nothing of the first part is open', () => {
  expect(rows.filter((row) => row.some((cell) => /^(open|—|-|)$/i.test(cell.trim())))).toEqual([])
})

test('open statements are listed without a test', () => {
  expect(statementsOf(open).filter((row) => row.length !== 2 || row[1] !== 'open')).toEqual([])
})

test('a name without a test is detected', () => {
  expect(hasTest("test('a job is created', () => {})", 'a job is created')).toBe(true)
  expect(hasTest("test('a job is created', () => {})", 'a job is deleted')).toBe(false)
  expect(hasTest("test('a job is created twice', () => {})", 'a job is created')).toBe(false)
})
