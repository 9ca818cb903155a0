import { parentPort, workerData } from 'node:worker_threads'
import { endWhenAsked } from '#api/http/turns/end-thread.ts'
import type { InvoiceTask } from '#api/paper/invoice-task.ts'
import { drawInvoice } from './draw-invoice.ts'

/** Draws one invoice in a thread of its own, started by draw-in-thread.ts. */
endWhenAsked()
const task: InvoiceTask = workerData
const bytes = await drawInvoice(task)
parentPort?.postMessage(bytes)
