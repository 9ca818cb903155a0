import { createFairQueue } from '#api/http/fair-queue.ts'
import { inOwnProcess, Killed } from '#api/processes/in-own-process.ts'
import { spareCores } from '#api/processes/spare-cores.ts'
import { faults, type ReadWorkbook, type WorkbookLimits, workbookLimits } from './workbook.ts'
import { workbookPart } from './workbook-messages.ts'

const program = new URL('workbook-program.ts', import.meta.url)

/** Two processes at most, whatever waits: companies take turns, and the rest of the machine is left to all other requests. */
const inTurn = createFairQueue({
  slots: Math.min(2, spareCores),
  most: 100,
  full: () => new Error('Too many workbooks are waiting.'),
})

/**
 * Reads a workbook in a process of its own, so that no other request waits for it; or says why it is refused. One that needs too
 * much memory or time ends its process alone. Throws the signal's reason once it is aborted.
 */
export async function inWorkbookProcess(
  bytes: Uint8Array,
  companyId: string,
  signal: AbortSignal,
  limits = workbookLimits,
): Promise<ReadWorkbook | { fault: string }> {
  return inTurn({ group: companyId, isTrusted: true }, async () => {
    const late = AbortSignal.timeout(limits.milliseconds)
    try {
      return await read(bytes, limits, AbortSignal.any([signal, late]))
    } catch (error) {
      if (signal.aborted) throw signal.reason
      if (late.aborted) return { fault: faults.tooSlow }
      if (error instanceof Killed) return { fault: faults.tooLarge }
      throw error
    }
  })
}

async function read(bytes: Uint8Array, limits: WorkbookLimits, signal: AbortSignal) {
  let answer: ReadWorkbook | { fault: string } | undefined
  let filled = 0
  await inOwnProcess(program, {
    task: { bytes, limits },
    questions: workbookPart,
    answerTo: async (part) => {
      if (part.of === 'fault') answer = { fault: part.fault }
      else if (part.of === 'sheets') answer = { ...part.read, rows: new Uint8Array(part.size) }
      else if (answer && 'rows' in answer) {
        answer.rows.set(part.bytes, filled)
        filled += part.bytes.length
      }
      return {}
    },
    memory: limits.memory,
    signal,
  })
  if (!answer) throw new Error('The process of a workbook ended without an answer.')
  return answer
}
