import type { DrawnInvoice, InvoiceTask } from '#api/paper/invoice-task.ts'
import { type Ask, runProgram } from '#api/processes/program.ts'
import { drawInvoice } from './draw-invoice.ts'

/** Draws one invoice, started by invoice-pdf.ts. */
await runProgram(async (task: InvoiceTask, ask: Ask<DrawnInvoice, object>) => {
  await ask({ bytes: await drawInvoice(task) })
})
