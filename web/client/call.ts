import { CallFailure, type Request, request } from './request.ts'
import { accessToken, renew, signedInAs } from './session.ts'

type Asked = Omit<Request, 'token'> & {
  /** Whose call it is, where somebody else may have signed in since it was meant. */
  person?: string
}

/**
 * A call to the API as the signed-in user: `call<JobsAnswer>(paths.jobs, { query, signal })`. A token that the server no
 * longer takes is renewed once; the call is never made again as somebody else. Throws {@link CallFailure}.
 */
export async function call<Answer>(path: string, { person, ...asked }: Asked = {}): Promise<Answer> {
  const token = await accessToken(person)
  const who = signedInAs()
  if (!token) throw new CallFailure(401, 'signed-out', 'Authentication token not available. Please log in again.')
  try {
    return await request<Answer>(path, { ...asked, token })
  } catch (error) {
    if (!(error instanceof CallFailure) || error.status !== 401) throw error
    await renew()
    const fresh = await accessToken(who)
    if (!fresh || fresh === token) throw error
    return request<Answer>(path, { ...asked, token: fresh })
  }
}
