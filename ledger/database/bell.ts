import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startRinger } from './ringer.ts'

/**
 * The reasons to ring a bell: events were appended, a projection has folded them, a run of projections has changed, mail was queued,
 * an import waits for a process, people were told of something or have read it, or webhooks, text messages or evidence packs are to be sent.
 */
export type BellChannel =
  | 'fettle_appended'
  | 'fettle_projected'
  | 'fettle_runs'
  | 'fettle_mail'
  | 'fettle_imports'
  | 'fettle_notified'
  | 'fettle_webhooks'
  | 'fettle_texts'
  | 'fettle_packs'

/** Called with the companies that have news, or with 'all' if it may be any company. */
export type BellListener = (companyIds: readonly string[] | 'all') => void

/**
 * Only tells other processes to look again: each listener rereads from its own cursor. A listener is called for each
 * notification, with 'all' after every (re)connection, and with 'all' every second regardless, so that a lost notification costs
 * a second.
 */
export type Bell = {
  /** Notifies all listeners at once, or within milliseconds together with other rings. Ring after the commit. Never throws. */
  ring(channel: BellChannel, companyIds: Iterable<string>): void
  /** Calls the listener until the returned function is called; unless `polled`, not every second: it then polls by itself. */
  listen(channel: BellChannel, listener: BellListener, options?: { polled?: boolean }): () => void
  /** Sends pending rings and closes the connections. */
  close(): Promise<void>
}

export type BellOptions = {
  /** Called with each failure to send or to listen; the bell recovers from all of them. */
  onFault?: (error: unknown) => void
  /** In milliseconds: between the notices of one process, between polls, between heartbeats, and until a query times out. */
  apart?: number
  poll?: number
  heartbeat?: number
  overdue?: number
}

/** A bell over LISTEN and NOTIFY. It connects when it is first rung or listened to. */
export function openBell(databaseUrl: string, options: BellOptions = {}): Bell {
  const { onFault = () => undefined, apart = 5, poll = 1_000, heartbeat = 5_000, overdue = 5_000 } = options
  const ringer = startRinger(databaseUrl, { onFault, apart, overdue })
  const listeners: { channel: BellChannel; listener: BellListener; polled: boolean }[] = []
  const closing = new AbortController()
  let polling: NodeJS.Timeout | undefined
  let connected: pg.Client | undefined
  let listening: Promise<void> | undefined

  const notifyAll = () => {
    for (const { listener } of listeners) listener('all')
  }
  const pollAll = () => {
    for (const { listener, polled } of listeners) if (polled) listener('all')
  }

  const hear = ({ channel, payload }: pg.Notification) => {
    const companyIds = payload ? payload.split(',') : 'all'
    for (const one of listeners) if (one.channel === channel) one.listener(companyIds)
  }

  /** Listens on one connection until it fails. Throws the error that ended it. */
  async function listenOnce() {
    const { client, failure } = openClient(databaseUrl, overdue)
    const ended = AbortSignal.any([closing.signal, failure])
    try {
      await client.connect()
      client.on('notification', hear)
      connected = client
      for (const channel of new Set(listeners.map((one) => one.channel))) await client.query(listenTo(channel))
      // Catches up on rings missed while disconnected.
      setImmediate(notifyAll)
      for (;;) {
        await sleep(heartbeat, undefined, { signal: ended }).catch(() => ended.throwIfAborted())
        // A half-open connection raises no error, but this query times out.
        await client.query('select 1')
      }
    } finally {
      connected = undefined
      client.end().catch(() => undefined)
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
    listen(channel, listener, { polled = true } = {}) {
      const entry = { channel, listener, polled }
      listeners.push(entry)
      polling ??= setInterval(pollAll, poll)
      listening ??= keepListening()
      // If this fails the heartbeat fails too, and the next connection listens to the channel.
      connected?.query(listenTo(channel)).catch(onFault)
      return () => {
        const at = listeners.indexOf(entry)
        if (at >= 0) listeners.splice(at, 1)
      }
    },
    async close() {
      closing.abort()
      clearInterval(polling)
      listeners.length = 0
      await Promise.all([ringer.close(), listening])
    },
  }
}

const retryAfter = 500

const listenTo = (channel: BellChannel) => `listen ${channel}`

/** A client for notifications, with a signal that aborts when its connection breaks. */
function openClient(databaseUrl: string, overdue: number) {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'fettle-bell',
    connectionTimeoutMillis: overdue,
    query_timeout: overdue,
    keepAlive: true,
  })
  const failing = new AbortController()
  client.on('error', (error) => failing.abort(error))
  client.on('end', () => failing.abort(new Error('The connection for notifications has ended')))
  return { client, failure: failing.signal }
}
