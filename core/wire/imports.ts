import * as z from 'zod/mini'
import { id, instant, text } from '#core/model/values.ts'

/** The fields that a spreadsheet's column can be imported as. */
export const importFields = [
  'workOrder',
  'apartmentName',
  'createdAt',
  'agency',
  'receivedBy',
  'description',
  'price',
  'status',
] as const
export type ImportField = (typeof importFields)[number]

/** Limits of one import. An answer lists at most `named` refused rows; the file of refused rows has all of them. */
export const importLimits = { bytes: 10 * 1024 * 1024, rows: 20_000, columns: 500, named: 200 } as const

const mapping = z.partialRecord(z.enum(importFields), z.array(text(500)).check(z.maxLength(10)))
const dayOrder = z.optional(z.enum(['day first', 'month first']))
const corrections = z.record(text(500), z.record(text(5_000), text(5_000)))

/**
 * PUT /api/imports/:importId: how columns are read. Without `dayOrder` it is the order that the file's dates show; `corrections`
 * replace texts, by column and text; with `oneJobPerOrder` the rows of a work order at a site become the tasks of one job,
 * otherwise each but the first is refused.
 */
export const importReading = z.strictObject({
  mapping,
  dayOrder,
  corrections,
  oneJobPerOrder: z.optional(z.boolean()),
})
export type ImportReading = z.infer<typeof importReading>

/**
 * What the dates of a column show: how many can only have the day first, how many only the month, and the first date that can
 * have either.
 */
const dayEvidence = z.object({ dayFirst: z.int(), monthFirst: z.int(), either: z.optional(z.string()) })

/**
 * A sheet of a workbook: its rows below the headings, and the cells with a formula, those of them without a saved result, and
 * merged cells whose text is used in each of their rows. `fault` says why it cannot be imported.
 */
export const importSheet = z.object({
  name: z.string(),
  rows: z.int(),
  formulas: z.int(),
  unsaved: z.int(),
  merged: z.int(),
  fault: z.optional(z.string()),
})
/** The visible sheets of a workbook, the place of the chosen one among them, and whether it has macros, which never run. */
const workbook = z.object({ sheets: z.array(importSheet), sheet: z.int(), macros: z.boolean() })
export type ImportWorkbook = z.infer<typeof workbook>

/** PUT /api/imports/:importId/sheet: the place of the sheet to import, from 0. Its columns are matched again. */
export const sheetChoice = z.strictObject({ sheet: z.int().check(z.nonnegative()) })

/** How a file is read; `first` is the first text in a column, `dates` what its dates show if it holds dates. */
export const importPlan = z.extend(importReading, {
  columns: z.array(z.object({ name: z.string(), first: z.string(), dates: z.optional(dayEvidence) })),
  rows: z.int(),
  workbook: z.optional(workbook),
})
export type ImportPlan = z.infer<typeof importPlan>

/** A refused row and the reason; `same` is the number of rows refused for the same text in the same column. */
const refusedRow = z.object({
  line: z.int(),
  column: z.string(),
  value: z.string(),
  reason: z.string(),
  field: z.optional(z.enum(importFields)),
  same: z.int(),
})

/**
 * The result of a dry run: the jobs and tasks to create. `sameOrders` counts the work orders at one site that have several rows,
 * and those rows. `blocked` is the reason if nothing can be imported at all.
 */
export const importCheck = z.object({
  ready: z.int(),
  tasks: z.optional(z.int()),
  sites: z.object({ all: z.int(), new: z.int() }),
  agencies: z.object({ all: z.int(), new: z.int() }),
  refused: z.int(),
  refusedRows: z.array(refusedRow),
  sameOrders: z.optional(z.object({ orders: z.int(), rows: z.int() })),
  blocked: z.optional(z.string()),
})
export type ImportCheck = z.infer<typeof importCheck>

/** The progress of an import: the rows processed so far, and their outcomes. */
export const importProgress = z.object({
  rows: z.int(),
  imported: z.int(),
  completed: z.int(),
  refused: z.int(),
  firstNumber: z.optional(z.int()),
  lastNumber: z.optional(z.int()),
})
export type ImportProgress = z.infer<typeof importProgress>

const importStates = ['draft', 'running', 'stopping', 'stopped', 'done', 'failed'] as const
const importSummary = z.object({
  importId: id,
  fileName: z.string(),
  state: z.enum(importStates),
  /** The name of the person who started it. */
  username: z.string(),
  progress: importProgress,
  /** The number of jobs to create, according to the check. */
  ready: z.int(),
  error: z.string(),
  startedAt: z.optional(instant),
  endedAt: z.optional(instant),
})
export type ImportSummary = z.infer<typeof importSummary>

export const importAnswer = z.extend(importSummary, { plan: importPlan, checked: importCheck })
export type ImportAnswer = z.infer<typeof importAnswer>

/** GET /api/imports: the company's imports that were started, newest first. */
export const importsAnswer = z.object({ imports: z.array(importSummary) })
export type ImportsAnswer = z.infer<typeof importsAnswer>

/** The form of POST /api/imports has only its `file`. */
export const importForm = z.strictObject({})
