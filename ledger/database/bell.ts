import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import subscribe, { type Subscriber } from 'pg-listen'
import { connect } from './connect.ts'

/** What a bell is rung for: events came into the log, a projection has taken them, or a run of projections has moved. */
export type BellChannel = 'fettle_appended' | 'fettle_projected' | 'fettle_runs'

/** Hears of the companies where something is new; 'all' when it may be any of them. */
export type BellListener = (companyIds: readonly string[] | 'all') => void

/**
 * Says "look again" to other processes, and no more: whoever listens rereads from a cursor of its own. A listener is called
 * for each notice, with 'all' after every (re)connection, and with 'all' every second whatever happens, so that a lost
 * notice costs a second.
 */
export type Bell = {
  /** Tells all listeners soon, together with other rings. Ring after the commit. Never throws. */
  ring(channel: BellChannel, companyIds: Iterable<string>): void
  /** Calls the listener until the function that it answers is called. */
  listen(channel: BellChannel, listener: BellListener): () => void
  /** Sends what was rung and ends the connections. */
  close(): Promise<void>
}

export type BellOptions = {
  /** Told of each failure to send or to listen; all are recovered from. */
  onFault?: (error: unknown) => void
  /** In milliseconds: how long rings gather, between polls, between heartbeats, and until an answer is overdue. */
  gather?: number
  poll?: number
  heartbeat?: number
  overdue?: number
}

/** A bell over LISTEN and NOTIFY. It connects when it is first rung or listened to. */
export function openBell(databaseUrl: string, options: BellOptions = {}): Bell {
  const { onFault = () => undefined, gather = 15, poll = 1_000, heartbeat = 5_000, overdue = 5_000 } = options
  const ringer = startRinger(databaseUrl, { onFault, gather, overdue })
  const listeners: { channel: BellChannel; listener: BellListener }[] = []
  const closing = new AbortController()
  let polling: NodeJS.Timeout | undefined
  let line: Subscriber | undefined
  let keeping: Promise<void> | undefined

  const tellAll = () => {
    for (const { listener } of listeners) listener('all')
  }

  /** Listens on one connection until it fails. Throws what it failed of. */
  async function listenOnce() {
    const { subscriber, failure, failed } = openLine(databaseUrl, overdue)
    const over = AbortSignal.any([closing.signal, failure])
    try {
      await Promise.race([subscriber.connect(), failed])
      subscriber.events.on('notification', ({ channel, payload }) => {
        const companyIds: readonly string[] | 'all' = payload ? String(payload).split(',') : 'all'
        for (const one of listeners) if (one.channel === channel) one.listener(companyIds)
      })
      line = subscriber
      for (const one of channels(listeners)) await Promise.race([subscriber.listenTo(one), failed])
      // What was rung while nobody listened.
      setImmediate(tellAll)
      for (;;) {
        // No race with `failed` here: each would leave something behind with it for as long as the line lives.
        await sleep(heartbeat, undefined, { signal: over }).catch(() => over.throwIfAborted())
        // A half-open connection raises no error by itself, but does not answer this in time.
        await subscriber.notify('fettle_heartbeat')
      }
    } finally {
      line = undefined
      subscriber.close().catch(() => undefined)
    }
  }

  async function keepListening() {
    while (!closing.signal.aborted) {
      await listenOnce().catch((error: unknown) => closing.signal.aborted || onFault(error))
      await sleep(retryAfter, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }

  return {
    ring: ringer.ring,
    listen(channel, listener) {
      const entry = { channel, listener }
      listeners.push(entry)
      polling ??= setInterval(tellAll, poll)
      keeping ??= keepListening()
      // If this fails, so does the heartbeat, and the next connection listens to it.
      line?.listenTo(channel)?.catch(onFault)
      return () => {
        const at = listeners.indexOf(entry)
        if (at >= 0) listeners.splice(at, 1)
      }
    },
    async close() {
      closing.abort()
      clearInterval(polling)
      listeners.length = 0
      await Promise.all([ringer.close(), keeping])
    },
  }
}

const retryAfter = 500

const channels = (listeners: readonly { channel: BellChannel }[]) => [...new Set(listeners.map((one) => one.channel))]

/**
 * One connection of pg-listen, with a signal that is aborted and a promise that is rejected when it fails. It may not
 * reconnect by itself (`retryLimit: 1` allows no attempt): then closing it could leave an endless loop behind, and a LISTEN
 * lost in the middle would go unnoticed.
 */
function openLine(databaseUrl: string, overdue: number) {
  const config = {
    connectionString: databaseUrl,
    application_name: 'fettle-bell',
    connectionTimeoutMillis: overdue,
    query_timeout: overdue,
  }
  const subscriber = subscribe(config, { retryLimit: 1, paranoidChecking: false, parse: (payload) => payload })
  const failing = new AbortController()
  const failed = new Promise<never>((_, reject) =>
    subscriber.events.on('error', (error) => {
      failing.abort(error)
      reject(error)
    }),
  )
  failed.catch(() => undefined)
  return { subscriber, failure: failing.signal, failed }
}

function startRinger(databaseUrl: string, options: Required<Pick<BellOptions, 'onFault' | 'gather' | 'overdue'>>) {
  const { onFault, gather, overdue } = options
  const rung = new Map<BellChannel, Set<string>>()
  let pool: pg.Pool | undefined
  let sending: Promise<void> | undefined

  async function send() {
    const notices = [...rung].flatMap(([channel, ids]) => inNotices([...ids]).map((payload) => ({ channel, payload })))
    rung.clear()
    if (notices.length === 0) return
    pool ??= connect(databaseUrl, undefined, { max: 1, queryTimeout: overdue })
    await pool
      .query({
        name: 'ring',
        text: 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as notice (channel, payload)',
        values: [notices.map((one) => one.channel), notices.map((one) => one.payload)],
      })
      .catch(onFault)
  }

  async function sendSoon() {
    while (rung.size > 0) {
      await sleep(gather)
      await send()
    }
    sending = undefined
  }

  return {
    ring(channel: BellChannel, companyIds: Iterable<string>) {
      const gathered = rung.get(channel) ?? new Set()
      for (const id of companyIds) gathered.add(id)
      rung.set(channel, gathered)
      sending ??= sendSoon()
    },
    async close() {
      await sending
      await pool?.end()
    },
  }
}

/** A notice must stay under 8,000 bytes; a company id and its comma take 37. */
function inNotices(companyIds: readonly string[]): string[] {
  const most = 200
  const notices = []
  for (let at = 0; at < companyIds.length; at += most) notices.push(companyIds.slice(at, at + most).join(','))
  return notices
}
