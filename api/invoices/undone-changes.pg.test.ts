import { expect, test } from 'vitest'
import { noInvoicing } from '#core/company/invoicing.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, command, createJob, jobNow, sendCommands } from '#test/server/commands.ts'
import { readPdf } from '#test/server/packs/read-pdf.ts'
import { sharedServer } from '#test/server/shared-server.ts'

const day = 86_400_000

test('an invoice of ten days ago is the same to the byte after Free of charge, and after another number, was undone', async () => {
  const server = await sharedServer()
  const dana = await server.registerCompany()
  const { jobId, taskId } = await createJob(server, dana, { agency: 'Bright Oak' })
  await accepted(server, dana, 'PriceTask', { jobId, taskId, price: 99_99 })
  await accepted(server, dana, 'CycleTask', { jobId, taskId, from: 'not completed' })
  const happenedAt = new Date(Date.now() - 10 * day).toISOString()
  const invoiced = { jobId, warning: 'invoiced', invoice: 'INV-7', vat: 'standard' }
  await sendCommands(server, dana, command('ChangeWarning', invoiced, { happenedAt }))
  const { companyId } = dana.user
  const invoicing = { vatNumber: 'GB123456782', vatRate: 2000, vatIncluded: false, termsDays: 30, bankDetails: '' }
  await accepted(server, dana, 'SetInvoicing', { companyId, invoicing, from: noInvoicing })

  const pdf = async () => {
    const answer = await server.call(pathTo(paths.jobInvoice, { jobId }), { token: dana.token })
    return answer.status === 200 ? Buffer.from(await answer.bytes()) : answer.status
  }
  const before = await pdf()
  const { text } = await readPdf(Buffer.isBuffer(before) ? before : Buffer.alloc(0))
  expect(text).toContain('INV-7')
  expect(text).toContain('£119.99')

  await accepted(server, dana, 'ChangeWarning', { jobId, warning: 'free of charge' })
  expect(await pdf()).toBe(409)
  await accepted(server, dana, 'ChangeWarning', { ...invoiced, undo: true })
  expect(await pdf()).toEqual(before)

  await accepted(server, dana, 'ChangeWarning', { jobId, warning: 'invoiced', invoice: 'INV-8', vat: 'exempt' })
  expect(await pdf()).not.toEqual(before)
  await accepted(server, dana, 'ChangeWarning', { ...invoiced, undo: true })
  expect(await pdf()).toEqual(before)
  // Devices are sent the same, and what they need to put the other number back.
  expect((await jobNow(server, dana, jobId)).office).toMatchObject({
    invoice: 'INV-7',
    invoicedAt: happenedAt,
    invoicesBefore: [{ invoice: 'INV-7' }, { invoice: 'INV-8' }],
  })
})
