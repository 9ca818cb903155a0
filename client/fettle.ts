import type { Calls, Schemas } from './calls.ts'

export type { Calls, Schemas, WebhookPayload } from './calls.ts'

/** Where a company's Fettle is, and the API key that calls it. */
export type Connection = {
  /** Such as `https://fettle.example.com`. */
  address: string
  key: string
  /** Milliseconds for which a call is repeated that was told to come again later; a minute unless told otherwise. */
  patience?: number
}

type Call = keyof Calls
type Asked<Name extends Call> = Omit<Calls[Name], 'answer'>
/** What must be given with a call; nothing where all of it may be left out. */
type Arguments<Name extends Call> =
  Partial<Asked<Name>> extends Asked<Name> ? [asked?: Asked<Name>] : [asked: Asked<Name>]
type CommandType = Extract<Schemas[keyof Schemas], { type: string }>['type']
type DataOf<Type extends CommandType> = Extract<Schemas[keyof Schemas], { type: Type }>['data']
type EventPage = Calls['GET /api/events']['answer']

/** A call that was refused or failed: the sentence of Fettle, its code, and the status of the answer. */
export class FettleError extends Error {
  override name = 'FettleError'
  readonly status: number
  readonly code: string | undefined
  constructor(message: string, status: number, code: string | undefined) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** A company's Fettle, called by an API key. */
export type Fettle = {
  /** Makes a call, such as `call('GET /api/jobs', { query: { status: 'completed' } })`, and returns what it answers. */
  call<Name extends Call>(name: Name, ...asked: Arguments<Name>): Promise<Calls[Name]['answer']>
  /**
   * Gives one command, and returns the seq of what it recorded. Repeated under the same key it takes effect once, so keep the key with
   * whatever the command is for, and give the command again if you do not know what became of it.
   */
  give<Type extends CommandType>(type: Type, data: DataOf<Type>, idempotencyKey: string): Promise<number>
  /** The events after a seq, page by page, up to the newest. Keep the `next` of each page for the next time. */
  events(after: number): AsyncGenerator<EventPage, void, undefined>
}

/** Connects a program to a company's Fettle. */
export function connect(connection: Connection): Fettle {
  const call: Fettle['call'] = async (name, ...[asked]) => {
    const [method = '', path = ''] = name.split(' ')
    return contentOf(await answerTo(connection, method, path, { ...asked }))
  }
  return {
    call,
    async give(type, data, idempotencyKey) {
      const sent = { headers: { 'Idempotency-Key': idempotencyKey }, body: { commands: [{ type, data }] } }
      const answer = await answerTo(connection, 'POST', '/api/commands', sent)
      const { results }: Calls['POST /api/commands']['answer'] = await answer.json()
      const [result] = results
      if (result?.status === 'accepted' && result.seq !== undefined) return result.seq
      throw new FettleError(result?.error ?? 'The command was not answered.', answer.status, result?.code)
    },
    async *events(after) {
      for (let [next, isMore] = [after, true]; isMore; ) {
        const page = await call('GET /api/events', { query: { after: String(next) } })
        yield page
        next = page.next
        isMore = page.isMore
      }
    },
  }
}

type Sent = {
  path?: Record<string, string>
  query?: Record<string, string | undefined>
  headers?: Record<string, string | undefined>
  body?: object
  form?: Record<string, string | Blob | Blob[] | undefined>
  bytes?: Blob
}

async function answerTo(connection: Connection, method: string, path: string, sent: Sent): Promise<Response> {
  const { address, patience = 60_000 } = connection
  const url = new URL(
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(sent.path?.[name] ?? '')),
    address,
  )
  for (const [name, value] of given(sent.query)) url.searchParams.set(name, value)
  const request = requestOf(connection, method, sent)
  // Repeated, these take effect once: a lost answer is asked for again.
  const mayRepeat = method === 'GET' || request.headers.has('Idempotency-Key')
  const until = Date.now() + patience
  for (;;) {
    const [answer, failure] = await fetch(url, request).then(
      (one) => [one, undefined] as const,
      (error: unknown) => [undefined, error] as const,
    )
    if (answer?.ok) return answer
    const pause = answer ? pauseOf(answer) : mayRepeat ? 1_000 : undefined
    if (pause === undefined || Date.now() + pause > until) throw answer ? await errorOf(answer) : failure
    await answer?.body?.cancel()
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

function requestOf({ key }: Connection, method: string, sent: Sent) {
  const headers = new Headers([...given(sent.headers), ['Authorization', `Bearer ${key}`]])
  if (sent.body) headers.set('Content-Type', 'application/json')
  if (sent.bytes) headers.set('Content-Type', 'application/octet-stream')
  const body = sent.form ? formOf(sent.form) : (sent.bytes ?? (sent.body ? JSON.stringify(sent.body) : null))
  return { method, headers, body }
}

const given = (fields: Record<string, string | undefined> = {}): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))

function formOf(fields: NonNullable<Sent['form']>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    for (const one of Array.isArray(value) ? value : value === undefined ? [] : [value]) form.append(name, one)
  return form
}

/** Milliseconds after which a call is made again of which nothing was decided, as there were too many or the server was busy. */
function pauseOf(answer: Response): number | undefined {
  const seconds = answer.headers.get('Retry-After')
  return seconds !== null && (answer.status === 429 || answer.status === 503) ? Number(seconds) * 1_000 : undefined
}

async function contentOf(answer: Response) {
  if (answer.status === 204) return undefined
  const type = answer.headers.get('Content-Type') ?? ''
  if (type.startsWith('application/json')) return answer.json()
  return type.startsWith('text/') ? answer.text() : answer.blob()
}

async function errorOf(answer: Response): Promise<FettleError> {
  const { error, code }: { error?: string; code?: string } = await answer.json().catch(() => ({}))
  return new FettleError(error ?? `Fettle answered ${answer.status}.`, answer.status, code)
}
