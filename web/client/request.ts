const generalError = 'An error occurred while processing the request'

/** A failed call. `status` is 0 if the server could not be reached. */
export class CallFailure extends Error {
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  /** Seconds after which the server wants the call again. */
  readonly retryAfter: number | undefined

  constructor(status: number, code: string, error = generalError, field?: string, retryAfter?: number) {
    super(error)
    this.name = 'CallFailure'
    this.status = status
    this.code = code
    this.field = field
    this.retryAfter = retryAfter
  }

  /** Whether it is not the API that refused, but a proxy or a firewall before it: nothing was decided, and a retry may pass. */
  get isForeign(): boolean {
    return this.status < 500 && this.code.startsWith(codeless)
  }
}

/** How the code of a failure begins whose response names none. Every one of the API does. */
const codeless = 'http-'

export type Request = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  query?: Record<string, string | number | undefined>
  /** Sent as JSON, or unchanged if it is a form or a file. */
  body?: object
  token?: string | undefined
  signal?: AbortSignal | undefined
  /** Milliseconds after which a server that has not responded counts as unreachable. */
  timeout?: number
  /** Whether it goes on when the page is left. */
  keepalive?: boolean
  /** For a response that is not JSON; see download.ts. */
  as?: 'file'
}

/**
 * Sends one request to the API and returns the body that core/wire declares for the path, or undefined if there is none.
 * Throws {@link CallFailure}, or an AbortError if `signal` is aborted.
 */
export async function request<Answer>(
  path: string,
  { query, body, token, signal, timeout, as, method, keepalive = false }: Request = {},
) {
  const ends = [signal ?? [], timeout === undefined ? [] : AbortSignal.timeout(timeout)].flat()
  const fail = (error: unknown): never => {
    throw signal?.aborted ? error : new CallFailure(0, 'unreachable')
  }
  const isFile = body instanceof Blob
  const response = await fetch(path + search(query), {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: {
      accept: 'application/json',
      ...(body &&
        !(body instanceof FormData) && { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: isFile || body instanceof FormData ? body : body && JSON.stringify(body),
    signal: AbortSignal.any(ends),
    keepalive,
  }).catch(fail)
  if (!response.ok) throw await failureOf(response)
  // The response may break off, or come from a captive portal instead of the API.
  const answer: Answer =
    response.status === 204 ? undefined : await (as === 'file' ? fileIn(response) : response.json()).catch(fail)
  return answer
}

/** A file with the name the server gives it. */
export type NamedFile = { name: string; content: Blob }

async function fileIn(response: Response): Promise<NamedFile> {
  const disposition = response.headers.get('content-disposition') ?? ''
  const name = /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? 'fettle.csv'
  return { name, content: await response.blob() }
}

function search(query: Request['query'] = {}) {
  const set = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`
}

/** The API reports failures as `{ error, code, field? }`; a proxy in front of it may send anything. */
async function failureOf(response: Response) {
  const body: unknown = await response.json().catch(() => undefined)
  const text = (name: string) => {
    const value: unknown = body && typeof body === 'object' ? Reflect.get(body, name) : undefined
    return typeof value === 'string' ? value : undefined
  }
  const code = text('code') ?? codeless + response.status
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  return new CallFailure(response.status, code, text('error'), text('field'), retryAfter)
}
