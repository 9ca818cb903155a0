import { once } from 'node:events'
import type { Response } from 'express'
import type { PrintPhoto } from '#api/paper/photo-files.ts'
import type { PackTask, Question } from './pack-messages.ts'
import { inPackProcess } from './pack-process.ts'

/** A reader that takes nothing for this long is cut off, in milliseconds. */
const stalled = 30_000
/** The longest a pack may take, in milliseconds. */
const longest = 300_000

type Sending = {
  task: PackTask
  /** Called once before anything is sent; throws if the facts make no job. */
  begin: (found: boolean) => Promise<void>
  readPhoto: (src: string) => Promise<PrintPhoto>
  /** Throws if the reader's rights have ended. */
  askAgain: () => Promise<void>
  signal: AbortSignal
}

/**
 * Sends an evidence pack while a process of its own makes it, at the reader's pace. A reader that disconnects stops the work; a failure after
 * the first byte ends the response early.
 */
export async function sendPack(
  res: Response,
  { task, begin, readPhoto, askAgain, signal: gone }: Sending,
): Promise<void> {
  const { format, facts } = task
  const late = AbortSignal.timeout(longest)
  const signal = AbortSignal.any([gone, late])
  const answerTo = async (question: Question) => {
    if (question.of === 'photo') return { photo: await readPhoto(question.src) }
    if (question.of === 'rights') await askAgain()
    if (question.of === 'ready') {
      await begin(question.found)
      const type = format === 'pdf' ? 'application/pdf' : 'application/json'
      res.status(200).type(type).attachment(`evidence-${facts.of.jobRef}.${format}`)
    }
    if (question.of === 'bytes' && !res.write(question.bytes)) {
      // It counts only while the reader is waited for: that process may be slow on a busy machine.
      res.setTimeout(stalled)
      await once(res, 'drain', { signal })
      res.setTimeout(0)
    }
    return {}
  }
  try {
    await inPackProcess(task, answerTo, signal)
    res.setTimeout(stalled)
    res.end()
    if (!res.closed) await once(res, 'close', { signal: late })
  } catch (error) {
    if (res.headersSent) res.destroy()
    if (!signal.aborted) throw error
  }
}
