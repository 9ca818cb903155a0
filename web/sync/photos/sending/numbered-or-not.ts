import type { PhotoAnswer } from './photo-request.ts'
import { textIn } from './text-in.ts'

/**
 * The answer to a request that has the number of its attempt. A server of the release before, which may still run beside a newer one,
 * does not know the number and rejects the whole request: it is asked once more, without.
 */
export async function numberedOrNot(ask: (isNumbered: boolean) => Promise<PhotoAnswer>): Promise<PhotoAnswer> {
  const answer = await ask(true)
  const isUnknown = typeof answer === 'object' && answer.status === 400 && textIn(answer.body, 'code') === unknownField
  return isUnknown ? ask(false) : answer
}

/** The code with which the API rejects a field that it does not know. */
const unknownField = 'unknown-field'
