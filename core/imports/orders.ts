import { mostTasks } from '#core/job/values.ts'
import { type ReadRow, type Refused, shortened } from './read-row.ts'

/** A row of a work order: its line, all its cells as one text, and what it says or why it is refused. */
export type OrderRow = { line: number; cells: string; read: ReadRow | Refused }

/** The task that a row becomes. */
export type RowTask = Pick<ReadRow, 'description' | 'price' | 'isClosed'> & { line: number }

/** The job that rows become. `createdAt` is undefined if none of them has a date. */
export type RowsJob = Pick<ReadRow, 'site' | 'workOrder' | 'agency' | 'receivedBy' | 'createdAt'> & { tasks: RowTask[] }

export type RefusedLine = Refused & { line: number }

/** The job of one row. */
export const jobOfRow = (line: number, { description, price, isClosed, ...job }: ReadRow): RowsJob => ({
  ...job,
  tasks: [{ line, description, price, isClosed }],
})

/**
 * The job that all rows of one work order at one site become, with a task each. It was created on the earliest of their days. The
 * order is imported as a whole or not at all: a job without the task of a refused row could not be completed by another import. A
 * row that repeats an earlier one is refused alone.
 */
export function jobOfOrder(rows: readonly OrderRow[]): { job?: RowsJob; refused: RefusedLine[] } {
  const { distinct, repeats } = withoutRepeats(rows)
  const { read, faults } = readAll(distinct)
  const [first] = read
  if (faults.length === 0 && first && read.length <= mostTasks) {
    const days = read.flatMap(({ createdAt }) => createdAt ?? []).toSorted()
    const job: RowsJob = {
      site: first.site,
      workOrder: first.workOrder,
      agency: firstText(read, 'agency'),
      receivedBy: firstText(read, 'receivedBy'),
      createdAt: days[0],
      tasks: read.map(({ line, description, price, isClosed }) => ({ line, description, price, isClosed })),
    }
    return { job, refused: repeats }
  }
  const [fault] = faults
  const rest = fault
    ? `Row ${fault.line} of this work order cannot be imported, so the others are not.`
    : `This work order has ${distinct.length} rows. A job has at most ${mostTasks} tasks.`
  const others = distinct
    .filter(({ line }) => !faults.some((one) => one.line === line))
    .map(({ line }) => ({ line, reason: rest }))
  return { refused: [...faults, ...others, ...repeats].sort((a, b) => a.line - b.line) }
}

/** Gathers the rows of each work order, given the number of each one's rows; returns them with the last. */
export function gatherOrders(sizes: ReadonlyMap<string, number>) {
  const waiting = new Map<string, OrderRow[]>()
  return (order: string, row: OrderRow): OrderRow[] | undefined => {
    const rows = waiting.get(order) ?? []
    rows.push(row)
    waiting.set(order, rows)
    if (rows.length < (sizes.get(order) ?? 1)) return undefined
    waiting.delete(order)
    return rows
  }
}

/** The orders with several rows, and the number of those rows. */
export function sharedOrders(sizes: ReadonlyMap<string, number>): { orders: number; rows: number } {
  const shared = [...sizes.values()].filter((size) => size > 1)
  return { orders: shared.length, rows: shared.reduce((sum, size) => sum + size, 0) }
}

function withoutRepeats(rows: readonly OrderRow[]) {
  const lines = new Map<string, number>()
  const distinct: OrderRow[] = []
  const repeats: RefusedLine[] = []
  for (const row of rows) {
    const before = lines.get(row.cells)
    if (before === undefined) {
      lines.set(row.cells, row.line)
      distinct.push(row)
    } else repeats.push({ line: row.line, reason: `The same as row ${before}.` })
  }
  return { distinct, repeats }
}

/** The rows that can be read, and the faults of the others and of those that contradict an earlier row. */
function readAll(rows: readonly OrderRow[]) {
  const read: (ReadRow & { line: number })[] = []
  const faults: RefusedLine[] = []
  for (const row of rows) {
    const one = row.read
    if ('reason' in one) faults.push({ line: row.line, ...one })
    else {
      const fault = contradiction(read, one)
      if (fault) faults.push({ line: row.line, ...fault })
      else read.push({ line: row.line, ...one })
    }
  }
  return { read, faults }
}

const names = { agency: 'agency', receivedBy: 'person who received it' } as const

function contradiction(before: readonly (ReadRow & { line: number })[], row: ReadRow): Refused | undefined {
  for (const field of ['agency', 'receivedBy'] as const) {
    const other = before.find((one) => one[field])
    if (row[field] && other && other[field].toLowerCase() !== row[field].toLowerCase())
      return {
        reason: `Row ${other.line} of this work order has another ${names[field]}: '${shortened(other[field])}'`,
        field,
        value: row[field],
      }
  }
  return undefined
}

const firstText = (rows: readonly ReadRow[], field: 'agency' | 'receivedBy') =>
  rows.map((one) => one[field]).find(Boolean) ?? ''
