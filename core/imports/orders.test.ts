import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mostTasks } from '#core/job/values.ts'
import { gatherOrders, jobOfOrder, type OrderRow, sharedOrders } from './orders.ts'
import type { ReadRow, Refused } from './read-row.ts'

const leak: ReadRow = {
  site: 'Flat 3',
  workOrder: 'W1',
  agency: '',
  receivedBy: '',
  createdAt: undefined,
  description: 'Tap drips',
  price: undefined,
  isClosed: false,
}
const row = (line: number, read: Partial<ReadRow> | Refused = {}): OrderRow => {
  const all = 'reason' in read ? read : { ...leak, description: `Fault ${line}`, ...read }
  return { line, cells: JSON.stringify(all), read: all }
}

describe('the rows of one work order at one site', () => {
  test('become the tasks of one job, created on the earliest of their days', () => {
    const rows = [
      row(2, { price: 8500 }),
      row(3, { createdAt: '2026-11-12', agency: 'Acme', isClosed: true }),
      row(7, { createdAt: '2026-11-10', agency: 'ACME', receivedBy: 'Sue' }),
    ]
    expect(jobOfOrder(rows)).toEqual({
      job: {
        site: 'Flat 3',
        workOrder: 'W1',
        agency: 'Acme',
        receivedBy: 'Sue',
        createdAt: '2026-11-10',
        tasks: [
          { line: 2, description: 'Fault 2', price: 8500, isClosed: false },
          { line: 3, description: 'Fault 3', price: undefined, isClosed: true },
          { line: 7, description: 'Fault 7', price: undefined, isClosed: false },
        ],
      },
      refused: [],
    })
  })

  test('are imported as a whole or not at all, and the others say which row stopped them', () => {
    const bad: Refused = { reason: "'tbc' is not a price in pounds", field: 'price', value: 'tbc' }
    const others = 'Row 3 of this work order cannot be imported, so the others are not.'
    expect(jobOfOrder([row(2), row(3, bad), row(4)])).toEqual({
      refused: [
        { line: 2, reason: others },
        { line: 3, ...bad },
        { line: 4, reason: others },
      ],
    })
  })

  test('are refused where they name two agencies, or two people who received the order', () => {
    expect(jobOfOrder([row(2, { agency: 'Acme' }), row(3, { agency: 'Bolt' })]).refused[1]).toEqual({
      line: 3,
      reason: "Row 2 of this work order has another agency: 'Acme'",
      field: 'agency',
      value: 'Bolt',
    })
    expect(jobOfOrder([row(2, { receivedBy: 'Sue' }), row(3, { receivedBy: 'Tom' })])).toMatchObject({
      refused: [{ line: 2 }, { line: 3, reason: expect.stringContaining("another person who received it: 'Sue'") }],
    })
  })

  test('are one task where they are the same in every cell', () => {
    const { job, refused } = jobOfOrder([row(2, leak), row(3), row(4, leak)])
    expect(job?.tasks.map(({ line }) => line)).toEqual([2, 3])
    expect(refused).toEqual([{ line: 4, reason: 'The same as row 2.' }])
  })

  test(`are refused if there are more than the ${mostTasks} tasks of a job`, () => {
    const rows = Array.from({ length: mostTasks + 1 }, (_, place) => row(place + 2))
    expect(jobOfOrder(rows.slice(1)).refused).toEqual([])
    const { job, refused } = jobOfOrder(rows)
    expect(job).toBeUndefined()
    expect(refused).toHaveLength(mostTasks + 1)
    expect(refused[0]?.reason).toBe('This work order has 201 rows. A job has at most 200 tasks.')
  })
})

test('whatever the rows and their order, each is a task of its order’s job or is refused, once', () => {
  const reads = fc.oneof(
    fc.record({
      agency: fc.constantFrom('', '', 'Acme', 'Bolt'),
      description: fc.constantFrom('Tap', 'Door', 'Roof', 'Wall'),
      createdAt: fc.constantFrom(undefined, '2026-11-01', '2026-11-02'),
    }),
    fc.constant({ reason: 'bad' }),
  )
  const files = fc.array(fc.tuple(fc.constantFrom('W1', 'W2', 'W3'), reads), { maxLength: 40 })
  fc.assert(
    fc.property(files, (file) => {
      const sizes = new Map<string, number>()
      for (const [order] of file) sizes.set(order, (sizes.get(order) ?? 0) + 1)
      const gather = gatherOrders(sizes)
      const jobs = new Map<string, number>()
      const taken: number[] = []
      file.forEach(([order, read], line) => {
        const rows = gather(order, row(line, 'reason' in read ? read : { ...read, workOrder: order }))
        if (!rows) return
        // An order is complete with its last row.
        expect(file.slice(line + 1).some(([other]) => other === order)).toBe(false)
        const { job, refused } = jobOfOrder(rows)
        taken.push(...refused.map((one) => one.line), ...(job?.tasks.map((task) => task.line) ?? []))
        if (!job) return
        jobs.set(order, (jobs.get(order) ?? 0) + 1)
        expect(job.workOrder).toBe(order)
        // Whole or not at all: what is refused beside a job only repeats one of its tasks.
        expect(refused.every(({ reason }) => reason.startsWith('The same as row'))).toBe(true)
      })
      expect(taken.toSorted((a, b) => a - b)).toEqual(file.map((_, line) => line))
      expect([...jobs.values()].every((count) => count === 1)).toBe(true)
    }),
  )
})

test('orders with several rows are counted with their rows', () => {
  expect(sharedOrders(new Map(Object.entries({ W1: 3, W2: 1, W3: 2 })))).toEqual({ orders: 2, rows: 5 })
})
