import { CallFailure } from '#web/client/request.ts'
import { signedInUser } from '#web/client/session.ts'
import { type KeptAnswers, keptAnswers } from './kept-answers.ts'

/**
 * Reads from the server and keeps the answer on this device; while the server cannot be reached, returns the kept one. Throws
 * what `read` throws if nothing is kept, or if the server refused.
 */
export async function readOrKept<Answer>(key: readonly unknown[], read: () => Promise<Answer>): Promise<Answer> {
  const device = openDevice()
  try {
    const answer = await read()
    void device?.keep(key, answer).catch(report)
    return answer
  } catch (error) {
    if (!(error instanceof CallFailure) || !isUnreachable(error)) throw error
    const kept = await device?.read(key).catch(report)
    if (kept === undefined) throw error
    // Only answers to this same read are kept under its key, and a new build with other answers uses another owner.
    return kept as Answer
  }
}
