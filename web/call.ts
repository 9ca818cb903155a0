import { CallFailure, type Request, request } from './request.ts'
import { accessToken, renew } from './session.ts'

/**
 * A call to the API as the signed-in user: `call<JobsAnswer>(paths.jobs, { query, signal })`. A token that the server no
 * longer takes is renewed once. Throws {@link CallFailure}.
 */
export async function call<Answer>(path: string, asked: Omit<Request, 'token'> = {}): Promise<Answer> {
  const token = await accessToken()
  if (!token) throw new CallFailure(401, 'signed-out', 'Authentication token not available. Please log in again.')
  try {
    return await request<Answer>(path, { ...asked, token })
  } catch (error) {
    if (!(error instanceof CallFailure) || error.status !== 401) throw error
    await renew()
    const fresh = await accessToken()
    if (!fresh || fresh === token) throw error
    return request<Answer>(path, { ...asked, token: fresh })
  }
}
