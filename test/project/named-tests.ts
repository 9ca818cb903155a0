import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Reads documents whose tables name files and tests: `` `file` `` and `` `file`: 'name of the test' ``. */
const root = join(import.meta.dirname, '../..')

export const documentAt = (path: string) => readFileSync(join(root, path), 'utf8')
export const isFile = (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false

/** The cells of every row of the tables of a document, its headings and ruled lines among them. */
export const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^[|\s-]+$/.test(line))
    .map((line) =>
      line
        .replace(/^\| | ?\|$/g, '')
        .split(' | ')
        .map((cell) => cell.trim()),
    )

export const filesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)

/** The tests of a cell; a name with an apostrophe is in double quotes. */
export const testsIn = (cell: string) =>
  [...cell.matchAll(/`([^`]+)`: (?:'(.+?)'|"(.+?)")(?=; `|$)/g)].map(([, file = '', one, other]) => ({
    file,
    name: one ?? other ?? '',
  }))

/** The files of a text's tests, and the files alone, that do not exist. */
export const missingFiles = (cells: readonly string[]) =>
  [...new Set(cells.flatMap(filesIn))].filter((path) => path.includes('/') && !isFile(path))

/** The tests that are named and do not exist; a parametrised test is named as in its source. */
export const missingTests = (cells: readonly string[]) =>
  cells.flatMap(testsIn).filter(({ file, name }) => !isFile(file) || !hasTest(documentAt(file), name))

/** Whether a test file has a test of that name. */
export function hasTest(source: string, name: string) {
  const written = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`\\(\\s*(['"\`])${written}\\1\\s*,`).test(source)
}
