import { expect, test } from 'vitest'
import { xlsx } from '#test/workbooks/xlsx.ts'
import { faults, workbookLimits } from './workbook.ts'
import { inWorkbookProcess } from './workbook-process.ts'

const connected = new AbortController().signal
const small = xlsx({ sheets: [{ name: 'Jobs', rows: [['Site'], ['Flat 3']] }] })
const large = xlsx({
  sheets: [{ name: 'Jobs', rows: Array.from({ length: 10_000 }, (_, row) => [`Flat ${row}`, 'x'.repeat(400)]) }],
})

test('a workbook is read in a process of its own, or refused there with a sentence', async () => {
  const read = await inWorkbookProcess(small, 'harrow', connected)
  expect('rows' in read && Buffer.from(read.rows).toString()).toBe('[0,1,["Site"]]\n[0,2,["Flat 3"]]\n')
  expect(await inWorkbookProcess(small.subarray(0, 100), 'harrow', connected)).toEqual({ fault: faults.damaged })
})

test('one that needs too much memory or time ends its process alone, with a sentence', async () => {
  const little = { ...workbookLimits, memory: 12 }
  expect(await inWorkbookProcess(large, 'harrow', connected, little)).toEqual({ fault: faults.tooLarge })
  const short = { ...workbookLimits, milliseconds: 1 }
  expect(await inWorkbookProcess(large, 'harrow', connected, short)).toEqual({ fault: faults.tooSlow })
  expect(await inWorkbookProcess(small, 'harrow', connected)).toHaveProperty('rows')
})

test('the processes of a caller who has hung up end', async () => {
  const gone = new AbortController()
  const reads = Array.from({ length: 3 }, () => inWorkbookProcess(large, 'harrow', gone.signal))
  gone.abort(new Error('hung up'))
  for (const outcome of await Promise.allSettled(reads))
    expect(outcome).toEqual({ status: 'rejected', reason: gone.signal.reason })
})

test('a company whose workbooks wait keeps no other company waiting behind them', async () => {
  const ended: string[] = []
  const read = async (company: string, book: Uint8Array) => {
    expect(await inWorkbookProcess(book, company, connected)).toHaveProperty('rows')
    ended.push(company)
  }
  const first = Array.from({ length: 6 }, () => read('harrow', large))
  await Promise.all([...first, read('pike', small)])
  expect(ended).toHaveLength(7)
  expect(ended.at(-1)).toBe('harrow')
})
