import { expect, test } from 'vitest'
import type { Job } from '#core/job/job.ts'
import { jobAfter, jobId } from '#test/core/given-when-then.ts'
import { jobWithTwoTasks } from '#test/core/job-events.ts'
import { warningNow } from './warning-now.ts'

const opened = jobAfter(jobWithTwoTasks)
const office = opened.office && { ...opened.office, invoice: 'INV-7', invoiceVat: 'exempt' as const }
const invoiced: Job = { ...opened, warning: 'invoiced', ...(office ? { office } : {}) }
const setting = (warning: Job['warning'], invoice?: string) =>
  ({ type: 'ChangeWarning', data: { jobId, warning, ...(invoice ? { invoice } : {}) } }) as const

test('the warning and the invoice that somebody else has set are told to whoever sets an invoice', () => {
  const { words, seen } = warningNow(opened, invoiced, setting('invoiced', 'INV-9'))
  expect(words).toEqual([
    'The warning is now Invoiced.',
    'The invoice number is now INV-7.',
    'The VAT is now Exempt, no VAT.',
  ])
  expect(seen).toBe(invoiced)
  expect(warningNow(invoiced, opened, setting('free of charge')).words).toEqual([
    'The warning is now No Warning.',
    'It is not invoiced now.',
    'The VAT is now the company’s usual rate.',
  ])
})

test('whoever sets another warning is told of the warning alone, and does not know of the invoice yet', () => {
  const { words, seen } = warningNow(opened, invoiced, setting('cancelled'))
  expect(words).toEqual(['The warning is now Invoiced.'])
  expect(warningNow(seen, invoiced, setting('invoiced', 'INV-9')).words).toEqual([
    'The invoice number is now INV-7.',
    'The VAT is now Exempt, no VAT.',
  ])
})

test('nothing is told where nothing is other than it was', () => {
  expect(warningNow(opened, { ...opened }, setting('cancelled')).words).toEqual([])
})
