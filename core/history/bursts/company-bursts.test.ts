import { expect, test } from 'vitest'
import type { CompanyEntry } from '#core/history/company-entry.ts'
import { companyBursts } from './company-bursts.ts'

const start = Date.parse('2026-11-20T10:00:00.000Z')

/** An entry this many seconds after the start, recorded by a command of its own. */
const entry = (seq: number, seconds: number, over: Partial<CompanyEntry> = {}): CompanyEntry => ({
  seq,
  version: 1,
  type: 'WarningChanged',
  actorId: 'priya',
  actorRole: 'admin',
  happenedAt: new Date(start + seconds * 1_000).toISOString(),
  recordedAt: new Date(start + seconds * 1_000).toISOString(),
  clock: 'device',
  commandId: `command ${seq}`,
  ordinal: 0,
  sentence: 'changed the warning',
  changes: [{ field: 'warning', from: '', to: 'invoiced' }],
  kind: 'status',
  by: 'person',
  stream: 'job',
  streamId: `job ${seq}`,
  place: { jobId: `job ${seq}`, jobRef: `0000${seq}`, apartmentName: `${seq} High Street` },
  hash: '',
  ...over,
})
const price = (seq: number, seconds: number, from: number, to: number) =>
  entry(seq, seconds, {
    ...{ type: 'TaskPriced', kind: 'money', streamId: 'job', sentence: 'changed a price: Fit extractor fan' },
    changes: [{ field: 'price', of: 'Fit extractor fan', from, to }],
  })

test('the same change on many jobs within a short time is one row with the number of jobs and the duration', () => {
  const [row, ...others] = companyBursts([entry(3, 100), entry(2, 40), entry(1, 0)])
  expect(others).toEqual([])
  expect(row).toMatchObject({ sentence: 'changed the warning on 3 jobs in 1 min 40 s', jobs: 3 })
  expect(row?.net).toEqual([{ field: 'warning', from: '', to: 'invoiced' }])
  expect(row?.sites).toHaveLength(3)
})

test('repeated changes of one thing show its first and last value', () => {
  const [row] = companyBursts([
    price(3, 120, 14_000, 13_500),
    price(2, 105, 12_500, 14_000),
    price(1, 0, 11_000, 12_500),
  ])
  expect(row?.sentence).toBe('changed a price 3 times in 2 min: Fit extractor fan')
  expect(row?.net).toEqual([{ field: 'price', of: 'Fit extractor fan', from: 11_000, to: 13_500 }])
})

test('another person, another kind or a gap of two minutes starts a new row, and nothing is lost', () => {
  const entries = [entry(5, 400), entry(4, 280), price(3, 270, 1, 2), entry(2, 260), entry(1, 255, { actorId: 'tom' })]
  const rows = companyBursts(entries)
  expect(rows.map((row) => row.groups.length)).toEqual([1, 1, 1, 1, 1])
  expect(rows.flatMap((row) => row.groups.map(({ cause }) => cause.seq))).toEqual([5, 4, 3, 2, 1])
})

test('a consequence is shown under its cause, or on its own if the cause is on another page', () => {
  const became = entry(2, 0, { commandId: 'command 1', ordinal: 1, by: 'fettle', type: 'JobStatusChanged' })
  const [row] = companyBursts([became, entry(1, 0)])
  expect(row?.groups[0]?.consequences.map((one) => one.seq)).toEqual([2])
  expect(companyBursts([entry(3, 1), became]).map((one) => one.groups[0]?.cause.seq)).toEqual([3, 2])
})

test('an import is one row, whatever it did to its jobs', () => {
  const imported = (seq: number, over: Partial<CompanyEntry>) =>
    entry(seq, seq, { importedFrom: 'orders.csv', ...over })
  const [row] = companyBursts([
    imported(3, { type: 'TaskCompleted', kind: 'tasks' }),
    imported(2, { type: 'JobCreated', kind: 'job', sentence: 'created the job' }),
    imported(1, { type: 'JobCreated', kind: 'job', sentence: 'created the job' }),
  ])
  expect(row?.sentence).toBe('created 2 jobs in 2 s')
})

test('where earlier entries were not read, the last row says that its numbers are the least', () => {
  const cut = (...entries: CompanyEntry[]) => companyBursts(entries, { isCut: true }).map(({ sentence }) => sentence)
  expect(cut(entry(5, 900), entry(3, 100), entry(2, 40), entry(1, 0))).toEqual([
    'changed the warning',
    'changed the warning on at least 3 jobs in 1 min 40 s',
  ])
  expect(cut(price(2, 105, 2, 3), price(1, 0, 1, 2))).toEqual([
    'changed a price at least 2 times in 1 min 45 s: Fit extractor fan',
  ])
  const imported = (seq: number, over: Partial<CompanyEntry>) =>
    entry(seq, seq, { importedFrom: 'orders.csv', ...over })
  const created = { type: 'JobCreated', kind: 'job', sentence: 'created the job' } as const
  expect(cut(imported(3, created), imported(2, created))).toEqual(['created at least 2 jobs in 1 s'])
  expect(cut(imported(3, { type: 'TaskCompleted' }), imported(2, created), imported(1, created))).toEqual([
    'created at least 2 jobs in 2 s',
  ])
  expect(cut(entry(1, 0))).toEqual(['changed the warning'])
})
