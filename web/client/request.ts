const generalError = 'An error occurred while processing the request'

/** What a call came to when it did not succeed. `status` is 0 when the server could not be reached. */
export class CallFailure extends Error {
  readonly status: number
  readonly code: string
  readonly field: string | undefined

  constructor(status: number, code: string, error = generalError, field?: string) {
    super(error)
    this.name = 'CallFailure'
    this.status = status
    this.code = code
    this.field = field
  }
}

export type Request = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  query?: Record<string, string | number | undefined>
  /** Sent as JSON, but a form as it is. */
  body?: object
  token?: string | undefined
  signal?: AbortSignal | undefined
  /** Set where the answer is no JSON; see download.ts. */
  as?: 'file'
}

/**
 * One request to the API. Answers what core/wire says for the path, undefined for an answer without a body; throws
 * {@link CallFailure}, and an AbortError when `signal` is aborted.
 */
export async function request<Answer>(path: string, { query, body, token, signal, as, ...asked }: Request = {}) {
  const notThrough = (error: unknown): never => {
    throw signal?.aborted ? error : new CallFailure(0, 'unreachable')
  }
  const response = await fetch(path + search(query), {
    method: asked.method ?? (body ? 'POST' : 'GET'),
    headers: {
      accept: 'application/json',
      ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: body instanceof FormData ? body : body && JSON.stringify(body),
    signal,
  }).catch(notThrough)
  if (!response.ok) throw await failureOf(response)
  // An answer that breaks off on its way, or that some network between us gave in our name.
  const answer: Answer =
    response.status === 204 ? undefined : await (as === 'file' ? fileIn(response) : response.json()).catch(notThrough)
  return answer
}

/** A file that the server names. */
export type NamedFile = { name: string; content: Blob }

async function fileIn(response: Response): Promise<NamedFile> {
  const said = response.headers.get('content-disposition') ?? ''
  const name = /filename="?([^";]+)"?/.exec(said)?.[1] ?? 'fettle.csv'
  return { name, content: await response.blob() }
}

function search(query: Request['query'] = {}) {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

/** The API answers failures as `{ error, code, field? }`; what stands in front of it may answer anything. */
async function failureOf(response: Response) {
  const body: unknown = await response.json().catch(() => undefined)
  const said = (name: string) => {
    const value: unknown = body && typeof body === 'object' ? Reflect.get(body, name) : undefined
    return typeof value === 'string' ? value : undefined
  }
  return new CallFailure(response.status, said('code') ?? `http-${response.status}`, said('error'), said('field'))
}
