import { v5 } from 'uuid'
import { capitalised } from '#core/job-values.ts'
import { parsePounds } from '#core/money.ts'
import { type DayOrder, readDay } from './days.ts'
import { fieldText, type Mapping, type SampleRow } from './mapping.ts'
import { readStatus } from './statuses.ts'

/** A command of an import: its ids follow from the row, so that importing the row again means the same command. */
export type ImportCommand = { commandId: string; type: string; data: Record<string, unknown> }

/** The job that a row makes, or why it makes none. `isDated` unless the row says no day and got that of the import. */
export type RowOutcome =
  | { jobId: string; site: string; commands: ImportCommand[]; isDated: boolean }
  | { reason: string }

/** How a file is read: its mapping, the order of its dates, and the day for rows without one (YYYY-MM-DD). */
export type Reading = { companyId: string; mapping: Mapping; dayOrder: DayOrder; today: string }

/**
 * Turns a row into the commands that a person would give: the job is created, and completed if the order is closed.
 * `occurrence` tells rows apart that are alike in every cell; a row with a work order is told by it and its site.
 */
export function rowCommands(row: SampleRow, reading: Reading, occurrence: (identity: string) => number): RowOutcome {
  const text = (field: Parameters<typeof fieldText>[1]) => fieldText(reading.mapping, field, row)
  const site = capitalised(text('apartmentName'))
  if (!site) return { reason: 'Site name is required.' }
  const created = text('createdAt')
  const createdAt = created ? readDay(created, reading.dayOrder) : reading.today
  if (!createdAt) return { reason: `'${created}' is not a date` }
  const status = readStatus(text('status'))
  if (!status) return { reason: `'${text('status')}' is not a status that can be imported` }
  const written = text('price')
  const price = written ? parsePounds(written) : undefined
  if (written && price === undefined) return { reason: `'${written}' is not a price in pounds` }

  const workOrder = text('workOrder')
  const identity = workOrder ? `${workOrder}|${site}` : JSON.stringify(row)
  const nth = occurrence(identity)
  if (workOrder && nth > 0) return { reason: `Another row has the work order ${workOrder} at this site` }
  const id = (what: string) => v5(`${what}|${identity}|${nth}`, reading.companyId)
  const [jobId, taskId] = [id('job'), id('task')]
  const description = text('description') || `Repair order ${workOrder}`.trim()
  const data = {
    jobId,
    workOrder,
    apartmentName: site,
    agency: text('agency'),
    receivedBy: text('receivedBy'),
    createdAt,
    tasks: [{ taskId, description, ...(price === undefined ? {} : { price }) }],
  }
  const create = { commandId: id('create'), type: 'CreateJob', data }
  const complete = { commandId: id('complete'), type: 'CycleTask', data: { jobId, taskId, from: 'not completed' } }
  return { jobId, site, commands: status === 'closed' ? [create, complete] : [create], isDated: Boolean(created) }
}
