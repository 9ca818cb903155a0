import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Outcome, SendFailure } from '#core/webhooks/delivery.ts'
import { type Address, type Resolve, reachable } from './addresses.ts'

/** How a delivery is sent. */
export type SendOptions = {
  /** Whether private addresses and http are allowed. */
  mayBePrivate: boolean
  resolve?: Resolve
  /** Milliseconds for all of it. */
  timeLimit?: number
  signal?: AbortSignal
}

type Request = { url: string; headers: Record<string, string>; body: string | Buffer }

/** What came of it, how long it took in milliseconds, and the beginning of the answer. */
export type Sent = { outcome: Outcome; took: number; answer?: string }

const timeLimit = 10_000
/** In bytes: what is read of an answer, and what its headers may be. */
const mostRead = 4_096
const mostHeaders = 16_384
/** In characters: what is kept of it. */
const mostKept = 1_024

/**
 * Posts something once to a host that others chose. It follows no redirect, reads a few kB of the answer at most, and reaches no address
 * but those that were looked up and found allowed. Never throws.
 */
export async function postOnce(request: Request, options: SendOptions): Promise<Sent> {
  const began = performance.now()
  const ending = AbortSignal.timeout(options.timeLimit ?? timeLimit)
  const signal = options.signal ? AbortSignal.any([ending, options.signal]) : ending
  const outcome = await withinTime(signal, async () => {
    const url = new URL(request.url)
    const addresses = await reachable(url, options.mayBePrivate, options.resolve)
    if (typeof addresses === 'string') return { outcome: { failure: addresses } }
    signal.throwIfAborted()
    const response = await answerOf(url, request, addresses, signal)
    return { outcome: { status: response.statusCode ?? 0 }, answer: await beginningOf(response) }
  }).catch((error: unknown) => ({ outcome: { failure: failureIn(error, signal) } }))
  return { ...outcome, took: Math.round(performance.now() - began) }
}

/** Ends when the signal does, whatever the work still waits for: a lookup cannot be cut off. */
async function withinTime<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work(), promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function answerOf(
  url: URL,
  { headers, body }: Request,
  addresses: readonly Address[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const { request } = url.protocol === 'https:' ? https : http
  const sending = request(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    // A connection of its own, so that none is left over from a host that has moved since.
    agent: false,
    lookup: pinnedTo(addresses),
    maxHeaderSize: mostHeaders,
    signal,
  })
  sending.on('response', resolve).on('error', reject).end(body)
  return promise
}

/** Answers with these addresses, whatever the name has come to point to since. */
const pinnedTo =
  (addresses: readonly Address[]): LookupFunction =>
  (_host, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }

/** The beginning of an answer; the rest is not read, and its connection closed. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= mostRead) break
  }
  response.destroy()
  // PostgreSQL keeps no NUL.
  return Buffer.concat(chunks).toString('utf8').replaceAll('\0', '').slice(0, mostKept).toWellFormed()
}

function failureIn(error: unknown, signal: AbortSignal): SendFailure {
  if (signal.aborted) return 'timeout'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/CERT|SSL|TLS|SELF_SIGNED|ALTNAME|VERIFY|ISSUER/.test(code)) return 'certificate'
  return code === 'ECONNRESET' || code.startsWith('HPE_') ? 'cut-off' : 'not-connected'
}
