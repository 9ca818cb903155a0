import { type Ask, runProgram } from '#api/processes/program.ts'
import { readWorkbook } from './read-workbook.ts'
import { WorkbookFault } from './workbook.ts'
import type { WorkbookPart, WorkbookTask } from './workbook-messages.ts'

/** In bytes: what one message carries of the rows. */
const piece = 256 * 1024

/** Reads one workbook, started by workbook-process.ts: an untrusted file, and seconds of work. */
await runProgram(async ({ bytes, limits }: WorkbookTask, ask: Ask<WorkbookPart, object>) => {
  try {
    const { rows, ...read } = await readWorkbook(bytes, limits)
    await ask({ of: 'sheets', read, size: rows.length })
    for (let from = 0; from < rows.length; from += piece)
      await ask({ of: 'rows', bytes: rows.subarray(from, from + piece) })
  } catch (error) {
    if (!(error instanceof WorkbookFault)) throw error
    await ask({ of: 'fault', fault: error.message })
  }
})
