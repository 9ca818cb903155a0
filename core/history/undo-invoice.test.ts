import { describe, expect, test } from 'vitest'
import type { VatTreatment } from '#core/company/vat-treatments.ts'
import { invoiceOf } from '#core/invoices/invoice.ts'
import { evolve, type Job } from '#core/job/job.ts'
import type { Warning } from '#core/job/values.ts'
import { type Command, isJobEvent, type StoredEvent } from '#core/ledger/ledger.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { predict } from '#core/prediction/prediction.ts'
import { undoAtOnce } from '#core/prediction/undo-at-once.ts'
import { companyId, dana, idOf, jobId, tom } from '#test/core/given-when-then.ts'
import { tap } from '#test/core/job-events.ts'
import { memoryLedger } from '#test/core/memory-ledger.ts'
import { undoOf } from './undo.ts'

const invoicing = {
  vatNumber: 'GB123456782',
  vatRate: 2000,
  vatIncluded: false,
  termsDays: 14,
  bankDetails: '',
} as const

/** A job whose work is done, in a company in which each command is given a day after the one before. */
function finishedJob() {
  const ledger = memoryLedger({ minutes: 1_440 })
  const log = () => ledger.log.filter(isJobEvent)
  const folded = (events: readonly StoredEvent[]) =>
    events.filter(isJobEvent).reduce<Job | undefined>(evolve, undefined)
  const job = () => folded(ledger.log) ?? expect.fail('there is a job')
  const asked = (actorId = dana.userId) =>
    ({ actorId, actorRole: 'owner', companyId, at: '2026-12-20T09:00:00.000Z', facts: {} }) as const
  const give = (command: Command, who = dana) => {
    const outcome = ledger.handle(command, who)
    return isRefusal(outcome) ? expect.fail(outcome.error) : outcome.filter(isJobEvent)
  }
  const undoing = (event: StoredEvent) => {
    const events = log()
    const at = events.findIndex((one) => one.seq === event.seq)
    return undoOf(events[at] ?? expect.fail('it happened'), folded(events.slice(0, at)), job(), asked())
  }
  const tasks = [{ ...tap, price: 9_900 }]
  give({ type: 'CreateJob', data: { jobId, apartmentName: 'Flat 1', createdAt: '2026-11-01', tasks } })
  give({ type: 'CycleTask', data: { jobId, taskId: tap.taskId, from: 'not completed' } })
  return {
    job,
    give,
    warn: (warning: Warning, invoice?: string, vat?: VatTreatment) =>
      give({
        type: 'ChangeWarning',
        data: { jobId, warning, ...(invoice ? { invoice } : {}), ...(vat ? { vat } : {}) },
      }),
    /** Undoes one of the events of the log, as the history does. */
    undo(event: StoredEvent) {
      const command = undoing(event)
      return isRefusal(command) ? expect.fail(command.error) : give(command)
    },
    whyNotUndone(event: StoredEvent) {
      const command = undoing(event)
      return isRefusal(command) ? command.error : undefined
    },
    /** Undoes what a command would do at once, as the button does that appears with it. */
    atOnce(command: Extract<Command, { type: 'ChangeWarning' }>) {
      const before = job()
      const made = predict(before, command, asked(), { commandId: '', happenedAt: asked().at, seq: 0 })
      if (isRefusal(made) || !made.document) return expect.fail('it is refused')
      const undo = undoAtOnce({ before, after: made.document, events: made.events.filter(isJobEvent) }, asked())
      if (!undo) return undefined
      give(command)
      give(undo)
      return job()
    },
  }
}

/** The invoice as it is printed, and what it was sent as. */
const paper = (job: Job) => ({
  invoice: invoiceOf(job, invoicing, 'Europe/London'),
  sent: job.office?.invoiceSent,
  warning: job.warning,
})
const first = <T>([one]: readonly T[]): T => one ?? expect.fail('something happened')

describe('the invoice of a job is the same once a change of it was undone', () => {
  const changes: [string, (job: ReturnType<typeof finishedJob>) => StoredEvent[]][] = [
    ['free of charge', ({ warn }) => warn('free of charge')],
    ['another number', ({ warn }) => warn('invoiced', 'INV-8')],
    ['another number with another VAT', ({ warn }) => warn('invoiced', 'INV-8', 'reduced')],
    ['another VAT', ({ warn }) => warn('invoiced', 'INV-7', 'exempt')],
    ['another warning, which keeps the number', ({ warn }) => warn('management')],
  ]
  for (const vat of [undefined, 'reverse charge'] as const)
    test.each(changes)(`%s (the invoice had ${vat ?? 'the company’s VAT'})`, (_, change) => {
      const made = finishedJob()
      made.warn('invoiced', 'INV-7', vat)
      made.give({ type: 'RecordInvoiceSent', data: { jobId, mailId: idOf('f', 622), sentTo: 'a@calder.example.com' } })
      const before = paper(made.job())
      expect(before).toMatchObject({ invoice: { number: 'INV-7' }, sent: { invoice: 'INV-7' } })
      const changed = first(change(made))
      expect(paper(made.job())).not.toEqual(before)
      made.undo(changed)
      expect(paper(made.job())).toEqual(before)
      // The change undone can be made again, and undone again.
      const again = first(change(made))
      made.undo(again)
      expect(paper(made.job())).toEqual(before)
    })

  test('a change between two other warnings, undone after another number was given, brings back the number of that time', () => {
    const made = finishedJob()
    made.warn('invoiced', 'INV-7')
    made.warn('management')
    const before = paper(made.job())
    const changed = first(made.warn(''))
    made.warn('invoiced', 'INV-8')
    made.undo(changed)
    expect(paper(made.job())).toEqual(before)
    expect(made.job()).toMatchObject({ warning: 'management', office: { invoice: 'INV-7' } })
  })

  test('of several changes the first is undone from the history, and then that', () => {
    const made = finishedJob()
    made.warn('invoiced', 'INV-7')
    const at7 = paper(made.job())
    const to8 = first(made.warn('invoiced', 'INV-8'))
    made.warn('invoiced', 'INV-9', 'exempt')
    const at9 = paper(made.job())
    const back = first(made.undo(to8))
    expect(paper(made.job())).toEqual(at7)
    made.undo(back)
    expect(paper(made.job())).toEqual(at9)
  })

  test('a number that stayed beside another warning, and was cleared or replaced from there', () => {
    const made = finishedJob()
    made.warn('invoiced', 'INV-7', 'reduced')
    made.warn('management')
    const before = paper(made.job())
    made.undo(first(made.warn('free of charge')))
    expect(paper(made.job())).toEqual(before)
    made.undo(first(made.warn('invoiced', 'INV-8')))
    expect(paper(made.job())).toEqual(before)
    made.undo(first(made.warn('invoiced', 'INV-7')))
    expect(paper(made.job())).toEqual(before)
  })

  test('a taken back invoice that is put back', () => {
    const made = finishedJob()
    const warned = first(made.warn('invoiced', 'INV-7'))
    const before = paper(made.job())
    const taken = first(made.undo(warned))
    expect(made.job().office?.invoice).toBe('')
    made.undo(taken)
    expect(paper(made.job())).toEqual(before)
  })

  test.each([
    ['free of charge', {}],
    ['invoiced', { invoice: 'INV-8' }],
    ['management', {}],
  ] as const)('at once (%s)', (warning, invoice) => {
    const made = finishedJob()
    made.warn('invoiced', 'INV-7')
    const before = paper(made.job())
    const after = made.atOnce({ type: 'ChangeWarning', data: { jobId, warning, ...invoice } })
    expect(after && paper(after)).toEqual(before)
  })
})

test('the same number given by hand is a new invoice of its own day, and only an undo says another', () => {
  const made = finishedJob()
  made.warn('invoiced', 'INV-7')
  const { invoice } = paper(made.job())
  made.warn('free of charge')
  const events = made.warn('invoiced', 'INV-7')
  expect(events.find(({ type }) => type === 'JobInvoiced')?.data).toEqual({ invoice: 'INV-7' })
  expect(paper(made.job()).invoice?.date).not.toBe(invoice?.date)
})

test('an undo of the team puts back no invoice', () => {
  const made = finishedJob()
  made.warn('invoiced', 'INV-7')
  made.warn('free of charge')
  const data = { jobId, warning: '', undo: true, invoice: 'INV-7' } as const
  expect(made.give({ type: 'ChangeWarning', data }, tom).map(({ type }) => type)).toEqual(['WarningChanged'])
})

test('a number that a job had too many numbers ago is put back by no undo', () => {
  const made = finishedJob()
  made.warn('invoiced', 'INV-0')
  const change = first(made.warn('invoiced', 'INV-1'))
  for (let nth = 2; nth < 40; nth += 1) made.warn('invoiced', `INV-${nth}`)
  expect(made.whyNotUndone(change)).toBe('The invoice number belongs to the warning. Change the warning instead.')
  expect(made.job().office?.invoicesBefore?.length).toBeLessThan(40)
})
