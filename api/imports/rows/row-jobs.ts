import { gatherOrders, jobOfOrder, jobOfRow, type RefusedLine, type RowsJob } from '#core/imports/orders.ts'
import { orderKey, orderOf, type RowReading, readRow, shortened } from '#core/imports/read-row.ts'
import type { FileRow } from './file-row.ts'
import { fileRows, type RowSource } from './file-rows.ts'
import { type ImportedJob, jobCommands } from './row-commands.ts'

/**
 * How a file is read: `namespace`, a secret of the company, is the one for derived ids; `oneJobPerOrder` makes the rows of one
 * work order at one site the tasks of one job.
 */
export type Reading = RowReading & { namespace: string; oneJobPerOrder?: boolean | undefined }

export type RowOutcome = { job?: ImportedJob; refused: RefusedLine[] }

const nothing: RowOutcome = { refused: [] }

/** Turns the rows of a file, one after another, into jobs and refusals; `sizes` are the numbers of rows of each order. */
export function openRows(reading: Reading, sizes: Map<string, number>): (one: FileRow) => RowOutcome {
  const seen = new Map<string, number>()
  const gathered = reading.oneJobPerOrder ? gatherOrders(sizes) : undefined
  const occurrenceOf = (identity: string) => {
    const before = seen.get(identity) ?? 0
    seen.set(identity, before + 1)
    return before
  }
  const commandsOf = (job: RowsJob, identity: string, occurrence: number) =>
    jobCommands(job, reading.today, { namespace: reading.namespace, identity, occurrence })
  return (one) => {
    if ('reason' in one) return { refused: [{ line: one.line, reason: one.reason }] }
    const { line, row } = one
    const order = orderOf(row, reading)
    const read = readRow(row, reading)
    const cells = JSON.stringify(row)
    if (order !== undefined && gathered) {
      const rows = gathered(order, { line, cells, read })
      if (!rows) return nothing
      const { job, refused } = jobOfOrder(rows)
      return job ? { job: commandsOf(job, order, occurrenceOf(order)), refused } : { refused }
    }
    if (order !== undefined) sizes.set(order, (sizes.get(order) ?? 0) + 1)
    if ('reason' in read) return { refused: [{ line, ...read }] }
    const identity = orderKey(read.workOrder, read.site) ?? cells
    const occurrence = occurrenceOf(identity)
    if (order === undefined || occurrence === 0)
      return { job: commandsOf(jobOfRow(line, read), identity, occurrence), refused: [] }
    const reason = `Another row has work order ${shortened(read.workOrder)} at this site`
    return { refused: [{ line, reason, field: 'workOrder', value: read.workOrder }] }
  }
}

/** The number of rows of each work order at one site, counted in a pass of its own. */
export async function orderSizes(source: RowSource, reading: RowReading): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for await (const one of fileRows(source)) {
    const order = 'row' in one ? orderOf(one.row, reading) : undefined
    if (order !== undefined) sizes.set(order, (sizes.get(order) ?? 0) + 1)
  }
  return sizes
}
