import { secondFactorNeeded } from '#core/wire/account/confirmation-codes.ts'
import { askToConfirm, confirmationFor } from './confirmation.ts'
import { CallFailure, type Request, request } from './request.ts'
import { accessToken, isLimited, renew, signedInAs } from './session.ts'

type CallRequest = Omit<Request, 'token'> & {
  /** Whose call it is, if somebody else may have signed in since. */
  person?: string
}

/**
 * Calls the API as the signed-in user: `call<JobsAnswer>(paths.jobs, { query, signal })`. A rejected token is renewed once,
 * but the call is never retried as a different user. If the server wants them to confirm first who they are, they are asked and the call
 * is made again, except for one on behalf of a `person`, which is made in the background. Throws {@link CallFailure}.
 */
export async function call<Answer>(path: string, options: CallRequest = {}): Promise<Answer> {
  try {
    return await callOnce<Answer>(path, options)
  } catch (error) {
    // The session learns that it is limited, and the page shows what to do.
    if (error instanceof CallFailure && error.code === secondFactorNeeded && !isLimited()) void renew()
    const by = options.person === undefined ? confirmationFor(error) : undefined
    if (!by || !(await askToConfirm(by))) throw error
    return callOnce<Answer>(path, options)
  }
}

async function callOnce<Answer>(path: string, { person, ...options }: CallRequest): Promise<Answer> {
  const token = await accessToken(person)
  const who = signedInAs()
  if (!token) throw withoutToken(person)
  try {
    return await request<Answer>(path, { ...options, token })
  } catch (error) {
    if (!(error instanceof CallFailure) || error.status !== 401) throw error
    await renew()
    const fresh = await accessToken(who)
    if (!fresh || fresh === token) throw error
    return request<Answer>(path, { ...options, token: fresh })
  }
}

/** Somebody who is signed in but has no token could not reach the server to renew it. */
function withoutToken(person = signedInAs()): CallFailure {
  if (person !== undefined && person === signedInAs()) return new CallFailure(0, 'unreachable')
  return new CallFailure(401, 'signed-out', 'Authentication token not available. Please log in again.')
}
