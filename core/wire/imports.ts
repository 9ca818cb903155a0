import * as z from 'zod/mini'
import { id, instant, text } from '#core/model/values.ts'

/** What a column of a spreadsheet can become. */
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

/** What one import may hold, and how many refused rows an answer names; the file of refused rows has all of them. */
export const importLimits = { bytes: 10 * 1024 * 1024, rows: 20_000, columns: 500, named: 200 } as const

const mapping = z.partialRecord(z.enum(importFields), z.array(text(500)).check(z.maxLength(10)))
const dayOrder = z.enum(['day first', 'month first'])
const corrections = z.record(text(500), z.record(text(5_000), text(5_000)))

/** PUT /api/imports/:importId: how its columns are read, and what stands for which text in which column. */
export const importReading = z.strictObject({ mapping, dayOrder, corrections })
export type ImportReading = z.infer<typeof importReading>

/** How a file is read: its columns with the first text in each. */
export const importPlan = z.extend(importReading, {
  columns: z.array(z.object({ name: z.string(), first: z.string() })),
  rows: z.int(),
})
export type ImportPlan = z.infer<typeof importPlan>

/** A row that is refused, and why; `same` is how many rows are for the same text in the same column. */
const refusedRow = z.object({
  line: z.int(),
  column: z.string(),
  value: z.string(),
  reason: z.string(),
  field: z.optional(z.enum(importFields)),
  same: z.int(),
})

/** What a dry run found. `blocked` says why nothing can be imported at all. */
export const importCheck = z.object({
  ready: z.int(),
  sites: z.object({ all: z.int(), new: z.int() }),
  agencies: z.object({ all: z.int(), new: z.int() }),
  refused: z.int(),
  refusedRows: z.array(refusedRow),
  blocked: z.optional(z.string()),
})
export type ImportCheck = z.infer<typeof importCheck>

/** How far an import is: rows that were looked at, and what came of them. */
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
  username: z.string(),
  progress: importProgress,
  /** How many jobs the check before it found to make. */
  ready: z.int(),
  error: z.string(),
  startedAt: z.optional(instant),
  endedAt: z.optional(instant),
})
export type ImportSummary = z.infer<typeof importSummary>

export const importAnswer = z.extend(importSummary, { plan: importPlan, checked: importCheck })
export type ImportAnswer = z.infer<typeof importAnswer>

/** GET /api/imports: those of the company that were begun, newest first. */
export const importsAnswer = z.object({ imports: z.array(importSummary) })
export type ImportsAnswer = z.infer<typeof importsAnswer>

/** The form of POST /api/imports holds nothing but its `file`. */
export const importForm = z.strictObject({})
