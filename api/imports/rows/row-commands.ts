import { v5 } from 'uuid'
import { capitalised } from '#core/job/values.ts'
import { parsePounds } from '#core/model/money.ts'
import type { ImportField } from '#core/wire/imports.ts'
import { type DayOrder, readDay } from './days.ts'
import { fieldText, type Mapping, type SampleRow } from './mapping.ts'
import { readStatus } from './statuses.ts'

/** A command of an import. Its ids are derived from the row, so importing the row again repeats the same command. */
export type ImportCommand = { commandId: string; type: string; data: Record<string, unknown> }

/** A row's job, or why it was refused. `isDated` is false if the row had no date and was given the day of the import. */
export type RowOutcome =
  | { jobId: string; site: string; workOrder: string; agency: string; commands: ImportCommand[]; isDated: boolean }
  | Refused

/** Why a row is refused, with the field at fault and its text. */
export type Refused = { reason: string; field?: ImportField; value?: string }

/** Replacements for texts in a column, by column and then by text. */
export type Corrections = Record<string, Record<string, string>>

/** How a file is read: its mapping, date order, and the day for rows without one (YYYY-MM-DD). */
export type Reading = {
  /** The namespace for derived ids, a secret of the company. */
  namespace: string
  mapping: Mapping
  dayOrder: DayOrder
  today: string
  corrections?: Corrections
}

/** A row with the corrections applied. */
export const corrected = (row: SampleRow, corrections: Corrections = {}): SampleRow =>
  Object.fromEntries(
    Object.entries(row).map(([column, cell]) => {
      const ofColumn = Object.hasOwn(corrections, column) ? corrections[column] : undefined
      const text = cell.trim()
      return [column, (ofColumn && Object.hasOwn(ofColumn, text) ? ofColumn[text] : undefined) ?? cell]
    }),
  )

/** A cell cut to a length that fits in an error message. */
const shortened = (text: string) => (text.length > 100 ? `${text.slice(0, 100).toWellFormed()}…` : text)

/**
 * Turns a row into the commands that a person would send: create the job, and complete it if the order is closed. Rows are
 * identified by work order and site or, without a work order, by all cells; `occurrence` distinguishes identical rows.
 */
export function rowCommands(
  written: SampleRow,
  reading: Reading,
  occurrence: (identity: string) => number,
): RowOutcome {
  const row = corrected(written, reading.corrections)
  const text = (field: ImportField) => fieldText(reading.mapping, field, row)
  const refused = (reason: string, field: ImportField): Refused => ({ reason, field, value: text(field) })
  const site = capitalised(text('apartmentName'))
  if (!site) return refused('Site name is required.', 'apartmentName')
  const created = text('createdAt')
  const createdAt = created ? readDay(created, reading.dayOrder) : reading.today
  if (!createdAt) return refused(`'${shortened(created)}' is not a date`, 'createdAt')
  if (createdAt > reading.today) return refused('Created On is in the future.', 'createdAt')
  const status = readStatus(text('status'))
  if (!status) return refused(`'${shortened(text('status'))}' is not a status that can be imported`, 'status')
  const cost = text('price')
  const price = cost ? parsePounds(cost) : undefined
  if (cost && price === undefined) return refused(`'${shortened(cost)}' is not a price in pounds`, 'price')

  const workOrder = text('workOrder')
  const identity = workOrder ? `${workOrder}|${site}` : JSON.stringify(written)
  const nth = occurrence(identity)
  if (workOrder && nth > 0)
    return refused(`Another row has work order ${shortened(workOrder)} at this site`, 'workOrder')
  const id = (what: string) => v5(`${what}|${identity}|${nth}`, reading.namespace)
  const [jobId, taskId] = [id('job'), id('task')]
  const description = text('description') || `Repair order ${workOrder}`.trim()
  const agency = text('agency')
  const data = {
    jobId,
    workOrder,
    apartmentName: site,
    agency,
    receivedBy: text('receivedBy'),
    createdAt,
    tasks: [{ taskId, description, ...(price === undefined ? {} : { price }) }],
  }
  const create = { commandId: id('create'), type: 'CreateJob', data }
  const complete = { commandId: id('complete'), type: 'CycleTask', data: { jobId, taskId, from: 'not completed' } }
  const commands = status === 'closed' ? [create, complete] : [create]
  return { jobId, site, workOrder, agency, commands, isDated: Boolean(created) }
}
