import { inOwnProcess } from '#api/processes/in-own-process.ts'
import { drawnInvoice, type InvoiceTask } from './invoice-task.ts'

const program = new URL('drawing/invoice-program.ts', import.meta.url)

/** The most memory of an invoice's process, in megabytes, and the longest that it may take, in milliseconds. */
const mostMemory = 256
const longest = 60_000

/** Draws an invoice as a PDF in a process of its own, so that no other request waits for it. Throws if it takes too long. */
export async function invoicePdf(task: InvoiceTask): Promise<Uint8Array> {
  let drawn: Uint8Array | undefined
  await inOwnProcess(program, {
    task,
    questions: drawnInvoice,
    answerTo: async ({ bytes }) => {
      drawn = bytes
      return {}
    },
    memory: mostMemory,
    signal: AbortSignal.timeout(longest),
  })
  if (!drawn) throw new Error('an invoice was not drawn')
  return drawn
}
