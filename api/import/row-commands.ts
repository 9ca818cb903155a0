import { v5 } from 'uuid'
import { capitalised } from '#core/job-values.ts'
import { parsePounds } from '#core/money.ts'
import { type DayOrder, readDay } from './days.ts'
import { fieldText, type ImportField, type Mapping, type SampleRow } from './mapping.ts'
import { readStatus } from './statuses.ts'

/** A command of an import: its ids follow from the row, so that importing the row again means the same command. */
export type ImportCommand = { commandId: string; type: string; data: Record<string, unknown> }

/** The job that a row makes, or why it makes none, and by which field. `isDated` unless the row got the day of the import. */
export type RowOutcome =
  | { jobId: string; site: string; workOrder: string; agency: string; commands: ImportCommand[]; isDated: boolean }
  | { reason: string; field?: ImportField }

/** What stands for a cell's text wherever it is in a column, by column and by that text. */
export type Corrections = Record<string, Record<string, string>>

/** How a file is read: its mapping, the order of its dates, and the day for rows without one (YYYY-MM-DD). */
export type Reading = {
  companyId: string
  mapping: Mapping
  dayOrder: DayOrder
  today: string
  corrections?: Corrections
}

/** A row after the corrections. */
export const corrected = (row: SampleRow, corrections: Corrections = {}): SampleRow =>
  Object.fromEntries(
    Object.entries(row).map(([column, cell]) => {
      const ofColumn = Object.hasOwn(corrections, column) ? corrections[column] : undefined
      const text = cell.trim()
      return [column, (ofColumn && Object.hasOwn(ofColumn, text) ? ofColumn[text] : undefined) ?? cell]
    }),
  )

/**
 * Turns a row into the commands that a person would give: the job is created, and completed if the order is closed.
 * `occurrence` tells rows apart that are alike in every cell as the file has them; a row with a work order is told by it and its
 * site.
 */
export function rowCommands(
  written: SampleRow,
  reading: Reading,
  occurrence: (identity: string) => number,
): RowOutcome {
  const row = corrected(written, reading.corrections)
  const text = (field: Parameters<typeof fieldText>[1]) => fieldText(reading.mapping, field, row)
  const site = capitalised(text('apartmentName'))
  if (!site) return { reason: 'Site name is required.', field: 'apartmentName' }
  const created = text('createdAt')
  const createdAt = created ? readDay(created, reading.dayOrder) : reading.today
  if (!createdAt) return { reason: `'${created}' is not a date`, field: 'createdAt' }
  if (createdAt > reading.today) return { reason: 'Created On lies in the future.', field: 'createdAt' }
  const status = readStatus(text('status'))
  if (!status) return { reason: `'${text('status')}' is not a status that can be imported`, field: 'status' }
  const cost = text('price')
  const price = cost ? parsePounds(cost) : undefined
  if (cost && price === undefined) return { reason: `'${cost}' is not a price in pounds`, field: 'price' }

  const workOrder = text('workOrder')
  const identity = workOrder ? `${workOrder}|${site}` : JSON.stringify(written)
  const nth = occurrence(identity)
  if (workOrder && nth > 0)
    return { reason: `Another row has the work order ${workOrder} at this site`, field: 'workOrder' }
  const id = (what: string) => v5(`${what}|${identity}|${nth}`, reading.companyId)
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
