import type { DescribedRoute } from '#api/http/described-route.ts'
import * as imports from '#core/wire/imports.ts'
import { paths } from '#core/wire/paths.ts'

const office = { for: 'office', answers: { 200: imports.importAnswer } } as const

/** The import of jobs from a spreadsheet. */
export const importRoutes: DescribedRoute[] = [
  {
    ...office,
    method: 'get',
    path: paths.imports,
    summary: "The company's imports, newest first",
    answers: { 200: imports.importsAnswer },
  },
  {
    ...office,
    method: 'post',
    path: paths.imports,
    summary:
      'Upload a spreadsheet of jobs, .xlsx, .ods or CSV (10 MB and 20,000 rows at most), guess its columns, and check what an import would do. Nothing is imported.',
    body: imports.importForm,
    files: 'file',
  },
  {
    ...office,
    method: 'get',
    path: paths.import,
    summary: 'An import: how its file is read, what the check found, and its progress',
  },
  {
    ...office,
    method: 'put',
    path: paths.import,
    summary: 'Set how the columns and their values are read, and check again',
    body: imports.importReading,
  },
  {
    ...office,
    method: 'put',
    path: paths.importSheet,
    summary: "Choose the workbook's sheet to import, guess its columns, and check again",
    body: imports.sheetChoice,
  },
  {
    ...office,
    method: 'post',
    path: paths.startImport,
    summary: 'Start an import, or resume one that was stopped. It runs on the server. No row is imported twice.',
  },
  {
    ...office,
    method: 'post',
    path: paths.stopImport,
    summary: 'Stop an import; the rows imported so far stay',
  },
  {
    ...office,
    method: 'get',
    path: paths.refusedRows,
    summary: 'The refused rows with their reasons, as a CSV file to correct and import',
    answers: { 200: 'text/csv' },
  },
]
