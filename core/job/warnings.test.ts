import { describe, expect, test } from 'vitest'
import type { GivenVat, VatTreatment } from '#core/company/vat-treatments.ts'
import type { Command, Event } from '#core/ledger/ledger.ts'
import { type Given, given, jobAfter, jobId, maya, priya, tom } from '#test/core/given-when-then.ts'
import {
  changeWarning,
  invoiced,
  jobCreated,
  jobWithoutTasks,
  jobWithTwoTasks,
  status,
  tap,
  taskCompleted,
  toEstimate,
  warned,
} from '#test/core/job-events.ts'
import { type JobStatus, teamWarnings, type Warning, warnings } from './values.ts'

const done = [jobCreated, taskCompleted, status('pending', 'completed', 'tasks')]

describe('what a warning does to the job status', () => {
  const effects: [Warning, JobStatus | undefined][] = [
    ['cancelled', 'cancelled'],
    ['quote rejected', 'cancelled'],
    ['quote sent', 'quote sent'],
    ['management', undefined],
    ['insurance', undefined],
  ]
  for (const [warning, to] of effects) {
    test(`${warning} sets ${to ?? 'no status'}`, () =>
      given(jobCreated)
        .when(changeWarning(warning), priya)
        .gives(warned('', warning), ...(to ? [status('pending', to, 'warning')] : [])))
  }
  for (const warning of ['reschedule', 'no access', 'quote approved'] as const) {
    test(`${warning} sets a booked job pending`, () =>
      given(jobCreated, status('pending', 'booked', 'scheduled'))
        .when(changeWarning(warning))
        .gives(warned('', warning), status('booked', 'pending', 'warning')))
    test(`${warning} leaves a pending job pending`, () =>
      given(jobCreated).when(changeWarning(warning)).gives(warned('', warning)))
  }
  test('no warning clears the warning and leaves the status', () =>
    given(jobCreated, warned('', 'cancelled'), status('pending', 'cancelled', 'warning'))
      .when(changeWarning(''))
      .gives(warned('cancelled', '')))
  test('the same warning records nothing', () =>
    given(jobCreated, warned('', 'management')).when(changeWarning('management')).givesNothing())
  test('the same warning sets its status again', () =>
    given(jobCreated, warned('', 'cancelled'))
      .when(changeWarning('cancelled'))
      .gives(status('pending', 'cancelled', 'warning')))
})

describe('invoiced', () => {
  test('records the warning and the invoice number, which only the office may see', () =>
    given(...done)
      .when(changeWarning('invoiced', ' INV-1042 '), priya)
      .gives(warned('', 'invoiced'), invoiced('INV-1042')))
  test('completes a job with another status', () =>
    given(jobCreated, taskCompleted)
      .when(changeWarning('invoiced', 'INV-1042'))
      .gives(warned('', 'invoiced'), invoiced('INV-1042'), status('pending', 'completed', 'warning')))
  for (const invoice of [undefined, '', '   ']) {
    test(`needs an invoice number, not ${JSON.stringify(invoice)}`, () =>
      given(...done)
        .when(changeWarning('invoiced', invoice))
        .refuses('Invoice number is required to set the job to Invoiced.', 'invoice'))
  }
  test('with another number changes only the number', () =>
    given(...done, warned('', 'invoiced'), invoiced('INV-1042'))
      .when(changeWarning('invoiced', 'INV-1043'))
      .gives(invoiced('INV-1043')))
  test('with the same number records nothing', () =>
    given(...done, warned('', 'invoiced'), invoiced('INV-1042'))
      .when(changeWarning('invoiced', 'INV-1042'))
      .givesNothing())
})

describe('free of charge', () => {
  test('clears the invoice', () =>
    given(...done, warned('', 'invoiced'), invoiced('INV-1042'))
      .when(changeWarning('free of charge'))
      .gives(warned('invoiced', 'free of charge'), { type: 'InvoiceCleared', data: {} }))
  test('clears no invoice on a job that was never invoiced', () =>
    given(jobCreated, taskCompleted)
      .when(changeWarning('free of charge'))
      .gives(warned('', 'free of charge'), status('pending', 'completed', 'warning')))
  test('is the only warning that clears an invoice number', () =>
    given(...done, warned('', 'invoiced'), invoiced('INV-1042'))
      .when(changeWarning('management'))
      .gives(warned('invoiced', 'management')))
})

describe('the VAT of an invoice', () => {
  const under = (invoice: string, vat: VatTreatment): Event => ({ type: 'JobInvoiced', data: { invoice, vat } })
  const invoice = (number: string, vat?: GivenVat): Command => ({
    type: 'ChangeWarning',
    data: { jobId, warning: 'invoiced', invoice: number, ...(vat === undefined ? {} : { vat }) },
  })
  const before = [...done, warned('', 'invoiced')]

  test('is recorded with its number, and changed under it', () => {
    given(...done)
      .when(invoice('INV-1', 'reduced'))
      .gives(warned('', 'invoiced'), under('INV-1', 'reduced'))
    given(...before, invoiced('INV-1'))
      .when(invoice('INV-1', 'reverse charge'))
      .gives(under('INV-1', 'reverse charge'))
    given(...before, under('INV-1', 'exempt'))
      .when(invoice('INV-1', ''))
      .gives(invoiced('INV-1'))
  })
  test('stays where nobody says otherwise, and is not that of another number', () => {
    given(...before, under('INV-1', 'reduced'))
      .when(invoice('INV-1'))
      .givesNothing()
    given(...before, under('INV-1', 'reduced'))
      .when(invoice('INV-1', 'reduced'))
      .givesNothing()
    given(...before, invoiced('INV-1'))
      .when(invoice('INV-1', ''))
      .givesNothing()
    given(...before, under('INV-1', 'reduced'))
      .when(invoice('INV-2'))
      .gives(invoiced('INV-2'))
  })
  test('leaves the day of the invoice as it is, and goes with the number', () => {
    const first = jobAfter(...before, invoiced('INV-1')).office
    const { office } = jobAfter(...before, invoiced('INV-1'), under('INV-1', 'zero-rated'))
    expect(office).toMatchObject({ invoiceVat: 'zero-rated', invoicedAt: first?.invoicedAt })
    const again = jobAfter(...before, under('INV-1', 'zero-rated'), invoiced('INV-2')).office
    expect(again).not.toHaveProperty('invoiceVat')
    expect(again?.invoicedAt).not.toBe(first?.invoicedAt)
    const cleared = jobAfter(...before, under('INV-1', 'exempt'), { type: 'InvoiceCleared', data: {} })
    expect(cleared.office).not.toHaveProperty('invoiceVat')
  })
})

describe('invoiced and free of charge', () => {
  const incomplete: Given[][] = [[jobCreated], [jobWithTwoTasks, taskCompleted], [jobCreated, toEstimate(tap)]]
  for (const past of incomplete) {
    test(`need all tasks completed (${past.map((one) => one.type).join(', ')})`, () => {
      given(...past)
        .when(changeWarning('invoiced', 'INV-1042'))
        .refuses('All tasks must be completed before setting the job to Invoiced.')
      given(...past)
        .when(changeWarning('free of charge'))
        .refuses('All tasks must be completed before setting the job to Free of charge.')
    })
  }
  test('can be set on a job without tasks', () =>
    given(jobWithoutTasks)
      .when(changeWarning('free of charge'))
      .gives(warned('', 'free of charge'), status('pending', 'completed', 'warning')))
})

describe('who may set which warning', () => {
  test('the team may set no access, reschedule and no warning', () =>
    expect(teamWarnings).toEqual(['no access', 'reschedule', '']))
  for (const warning of warnings) {
    const before = warning === '' ? 'insurance' : ''
    const past = [jobCreated, taskCompleted, warned('', before)]
    if (teamWarnings.includes(warning)) {
      test(`the team may set ${warning || 'no warning'}`, () =>
        given(...past)
          .when(changeWarning(warning), tom)
          .gives(warned(before, warning)))
    } else {
      test(`the team may not set ${warning}`, () =>
        given(...past)
          .when(changeWarning(warning, 'INV-1042'), maya)
          .refuses('Your role may set only no access, reschedule or no warning.'))
    }
  }
  test('a job that does not exist cannot have a warning', () =>
    given().when(changeWarning('')).refuses('Job not found.'))
})

test('the team never sees an invoice number', () => {
  const job = jobAfter(...done, warned('', 'invoiced'), invoiced('INV-1042'))
  expect(job.office?.invoice).toBe('INV-1042')
  expect(JSON.stringify({ ...job, office: undefined })).not.toContain('INV-1042')
})
