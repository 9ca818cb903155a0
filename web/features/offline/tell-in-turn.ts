import type { UnsentReport } from '#core/notifications/unsent-work.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { CallFailure } from '#web/client/request.ts'
import { signedInAs } from '#web/client/session.ts'

/** Milliseconds that the server has to answer. */
const timeout = 30_000
/** Kept while the server may have been told of something unsent. */
const key = 'fettle.told-unsent'

let line: Promise<void> = Promise.resolve()

/**
 * Tells the server how much is unsent, once it has been told what came before: on a slow line the older number must not arrive last. That
 * nothing is unsent is told only if the server may believe otherwise.
 */
export function tellInTurn(report: UnsentReport): Promise<void> {
  const person = signedInAs()
  line = line.then(() => (person !== undefined && person === signedInAs() ? tell(report, person) : undefined))
  return line
}

async function tell(report: UnsentReport, person: string) {
  const { unsent } = report
  try {
    if (unsent === 0 && localStorage.getItem(key) === null) return
    // First: the request may arrive although its answer does not.
    if (unsent > 0) localStorage.setItem(key, String(unsent))
    await call(paths.unsent, { method: 'PUT', body: report, person, timeout })
    if (unsent === 0) localStorage.removeItem(key)
  } catch (error) {
    // It is told with the next change, or once the connection is back.
    if (!(error instanceof CallFailure && error.status === 0)) console.error('Unsent work could not be told', error)
  }
}
