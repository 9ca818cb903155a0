import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { documentAt, filesIn, isFile, missingFiles, missingTests, rowsOf, testsIn } from './named-tests.ts'

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has; they are numbered from 1, before those of level 3. */
const sections = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7, 0],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
}
const required = Object.entries(sections).flatMap(([chapter, counts]) =>
  counts.flatMap((count, at) => Array.from({ length: count }, (_, one) => `${chapter}.${at + 1}.${one + 1}`)),
)

/** The numbers of a cell such as '6.4.4, 6.5.1–6.5.3'. */
const numbersIn = (cell: string) =>
  cell.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split('–')
    const [start = 0, end = 0] = [first, last].map((one) => Number(one.split('.').at(-1)))
    return Array.from({ length: end - start + 1 }, (_, at) => `${first.replace(/\d+$/, '')}${start + at}`)
  })

describe('the answers to ASVS', () => {
  const rows = rowsOf(documentAt('docs/asvs.md')).filter(([first = '']) => /^\d/.test(first))

  test('are one for every requirement of levels 1 and 2, in order', () => {
    expect(required).toHaveLength(253)
    expect(rows.flatMap(([numbers = '']) => numbersIn(numbers)).toSorted(byNumber)).toEqual(required)
    const firsts = rows.flatMap(([numbers = '']) => numbersIn(numbers).slice(0, 1))
    expect(firsts).toEqual(firsts.toSorted(byNumber))
  })

  test.each(['met', 'read', 'operator', 'not met', 'n/a'])('say what they rest on where they are: %s', (answer) => {
    const evidence = rows.filter(([, one]) => one === answer)
    expect(evidence.length).toBeGreaterThan(3)
    for (const [numbers, , how = '', where = ''] of evidence) {
      expect(how, numbers).not.toBe('')
      expect(testsIn(where).length > 0, numbers).toBe(answer === 'met')
      expect(filesIn(where).length > 0, numbers).toBe(answer === 'met' || answer === 'read')
    }
  })

  test('have no other kind', () => {
    const kinds = new Set(['met', 'read', 'operator', 'not met', 'n/a'])
    expect(rows.filter(([, answer = '']) => !kinds.has(answer))).toEqual([])
  })

  test('name files and tests that exist', () => {
    const cells = rows.flatMap(([, , , where = '']) => [where])
    expect(missingFiles(cells)).toEqual([])
    expect(missingTests(cells)).toEqual([])
  })
})

describe('the threat model', () => {
  const text = documentAt('docs/security.md')
  const [, controls = ''] = text.split(/^## Who may try what$/m)
  const rows = rowsOf(controls.split(/^## /m)[0] ?? '').filter(([who]) => who !== 'Who')

  test('names a test for every control', () => {
    expect(rows.length).toBeGreaterThan(20)
    for (const row of rows) {
      expect(row, row[0]).toHaveLength(4)
      expect(testsIn(row[3] ?? '').length, `${row[0]}: ${row[1]}`).toBeGreaterThan(0)
    }
  })

  test('names tests that exist', () => {
    expect(missingTests(rows.map(([, , , tests = '']) => tests))).toEqual([])
  })
})

test.each(['SECURITY.md', 'docs/security.md', 'docs/asvs.md'])('the links of %s lead to files', (document) => {
  const links = [...documentAt(document).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, to = '']) =>
    join(dirname(document), to),
  )
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter((path) => !isFile(path))).toEqual([])
})

function byNumber(one: string, other: string) {
  const [a = [], b = []] = [one, other].map((text) => text.split('.').map(Number))
  const at = a.findIndex((part, index) => part !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}
