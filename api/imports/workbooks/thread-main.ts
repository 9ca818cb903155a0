import { getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { endWhenAsked } from '#api/http/turns/end-thread.ts'
import { readWorkbook } from './read-workbook.ts'
import { WorkbookFault } from './workbook.ts'
import type { ThreadAnswer, ThreadTask } from './workbook-thread.ts'

/** Reads one workbook in a thread of its own, started by workbook-thread.ts: an untrusted file, and seconds of work. */
const { bytes, limits }: ThreadTask = workerData

/** A share of a busy processor about a tenth of that of the thread that serves requests (see sched(7)). */
const leisurely = 10

// Requests come first. Only lowered: raising it needs rights. On Linux this is the thread's own, elsewhere the whole process's.
if (process.platform === 'linux') setPriority(0, Math.max(getPriority(0), leisurely))

endWhenAsked()
const answer = await readWorkbook(bytes, limits).catch((error: unknown): ThreadAnswer => {
  if (!(error instanceof WorkbookFault)) throw error
  return { fault: error.message }
})
parentPort?.postMessage(answer, 'rows' in answer ? [answer.rows.buffer] : [])
