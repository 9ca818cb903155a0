import type { QueryClient } from '@tanstack/react-query'
import { io } from 'socket.io-client'
import type { Role } from '#core/model/messages.ts'
import type { UnreadAnswer } from '#core/wire/jobs/notifications.ts'
import { paths } from '#core/wire/paths.ts'
import type { RunsPush } from '#core/wire/projections.ts'
import type { LedgerAnswer } from '#core/wire/proof.ts'
import type { Push } from '#core/wire/push.ts'
import { call } from '#web/client/call.ts'
import { accessToken, renew, useSession } from '#web/client/session.ts'
import { setConnectionState } from '#web/sync/connection-state.ts'
import { isKept, noteEpoch, outdatedReads, watchOutdatedReads } from '#web/sync/device/device-reads.ts'
import { closeGap, openGap } from '#web/sync/ledger/confirm-pushes.ts'
import { oldestRead } from '#web/sync/ledger/ledger-positions.ts'
import { settle, startOver, wakeOutbox } from '#web/sync/ledger/ledger-store.ts'
import { takeRuns } from '#web/sync/reads/projections.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { takeUnread, useUnread } from '#web/sync/unread.ts'
import { applyPush } from './apply-push.ts'
import { keepVisits } from './kept/keep-visits.ts'
import { resumeFromKept, trackKeptPosition } from './kept-position.ts'
import { oldestPage } from './oldest-page.ts'
import { pageAge } from './page-age.ts'
import { readAgainFrom } from './read-again.ts'
import { watchReopened } from './reopened.ts'
import { trackResumePosition } from './resume-position.ts'
import { watchSilence } from './silence.ts'
import { throttleByKey } from './throttle-by-key.ts'
import { whenAttended } from './when-attended.ts'

/** Connects and receives what the server pushes; returns a function that disconnects. */
export function listen(queries: QueryClient, userId: string): () => void {
  const auth = (give: (credentials: { token: string | undefined; age: number; role?: Role }) => void) =>
    void accessToken().then((token) => {
      const session = useSession.getState()
      // A role that changed while this page was away is not pushed: the server compares.
      give({ token, age: pageAge(), ...(session.state === 'signed-in' ? { role: session.user.userRole } : {}) })
    })
  const stopTelling = watchReopened()
  const socket = io({ path: paths.socket, transports: ['websocket'], auth })
  let resumesFromKept = false
  const isCurrent = async (jobId: string) => resumesFromKept && (await isKept(keys.job(jobId)))
  const keeping = throttleByKey(3_000, () => keepVisits(queries, userId, isCurrent).catch(logKeeping))
  // A job that is on the device has all pushes; only that of a new visit is missing.
  const isStored = (jobId: string) => isKept(keys.job(jobId))
  const keepingBooked = throttleByKey(3_000, () =>
    keepVisits(queries, userId, isStored, { isPushed: true }).catch(logKeeping),
  )
  // Somebody may be working through the address book.
  const keepingSites = throttleByKey(15_000, () =>
    keepVisits(queries, userId, isStored, { isPushed: true, sitesChanged: true }).catch(logKeeping),
  )
  const settling = throttleByKey(5_000, settle)
  const refetch = refetching(queries)
  // A read may fail on a line that is good enough for pushes: no connection will follow, and its kept answer misses some.
  const repeating = throttleByKey(5_000, () => socket.connected && repeatOutdated(queries))
  const stopRepeating = watchOutdatedReads(() => repeating('reads', undefined))
  const place = trackResumePosition({
    ask: (missed, answer) => socket.emit('caught-up', missed, answer),
    // The epoch identifies this copy of the ledger; the seq is that of the oldest read.
    first: async () => {
      const { epoch, seq } = await call<LedgerAnswer>(paths.ledger)
      if (await noteEpoch(epoch)) await readAfresh(queries)
      readAgainFrom(queries, seq)
      const oldest = Math.min(seq, oldestRead() ?? seq, oldestPage(queries) ?? seq)
      const { from, isPosition } = await resumeFromKept(epoch, oldest)
      resumesFromKept = isPosition
      return from
    },
    onClosed: () => {
      closeGap()
      position.moved()
    },
  })
  const position = trackKeptPosition(place.current)
  // The same holds for what was missed: on such a line it is asked for again.
  const closing = throttleByKey(5_000, () => socket.connected && !place.current() && askAgain())
  const askAgain = (): Promise<void> => place.connected().catch(() => closing('gap', undefined))

  let gaveWay = false
  socket.on('given-way', () => {
    gaveWay = true
  })
  socket.on('connect', () => {
    gaveWay = false
    openGap()
    setConnectionState('live')
    wakeOutbox()
    place.connected().catch(() => {
      void queries.invalidateQueries()
      closing('gap', undefined)
    })
    void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
    repeatOutdated(queries)
    keeping('visits', undefined)
  })
  socket.on('changed', (push: Push) => {
    if (place.pushed(push)) return void noteEpoch(push.epoch).then(() => readAfresh(queries))
    const applied = applyPush(queries, push, refetch)
    position.moved(applied)
    // The jobs of the coming visits, or their parts, were deleted from this device.
    if (push.stale && (push.projection === 'job' || push.projection === 'part-rows'))
      void applied.then(() => keeping('visits', undefined))
    if (!push.stale && push.projection === 'calendar') keepingBooked('visits', undefined)
    if (push.projection === 'sites') keepingSites('visits', undefined)
    settling('all', undefined)
  })
  socket.on('unread', ({ unread }: UnreadAnswer) => {
    // Another device has read some.
    if (unread < useUnread.getState().unread) void queries.invalidateQueries({ queryKey: keys.notifications })
    takeUnread(unread)
  })
  socket.on('runs', (push: RunsPush) => takeRuns(queries, push))
  socket.on('disconnect', (reason) => {
    setConnectionState(navigator.onLine ? 'connecting' : 'offline')
    // A newer tab took this one's place among those of this browser, which has more than the server allows.
    if (gaveWay) return whenAttended(stopping.signal, () => socket.connect())
    // The server closed it (token expired, rights changed): renew the session at once, then reconnect.
    if (reason === 'io server disconnect')
      void renew().then(() => setTimeout(() => stopping.signal.aborted || socket.connect(), 500))
  })
  socket.on('connect_error', () => {
    setConnectionState(navigator.onLine ? 'connecting' : 'offline')
    // Refused rather than unreachable, so socket.io gives up: the token or the session has expired.
    if (!socket.active) setTimeout(() => void renew().then(() => stopping.signal.aborted || socket.connect()), 2_000)
  })

  const stopListening = watchSilence(socket, {
    onSilent: () => setConnectionState('offline'),
    onHeard: () => {
      setConnectionState('live')
      wakeOutbox()
    },
  })
  const stopRenewing = useSession.subscribe(({ state }) => {
    if (state === 'signed-in' && socket.connected) void accessToken().then((token) => socket.emit('renew', token))
  })
  const stopping = new AbortController()
  addEventListener('offline', () => setConnectionState('offline'), stopping)
  addEventListener('online', () => (socket.connected ? setConnectionState('live') : socket.connect()), stopping)
  return () => {
    stopping.abort()
    stopTelling()
    stopListening()
    stopRenewing()
    stopRepeating()
    socket.disconnect()
  }
}

/** Reads again what could not be read from the server. */
function repeatOutdated(queries: QueryClient) {
  for (const queryKey of outdatedReads()) void queries.refetchQueries({ queryKey, exact: true })
}

/** After the ledger was restored from a backup: drops what was read before. */
async function readAfresh(queries: QueryClient) {
  await startOver()
  await queries.invalidateQueries()
}

const logKeeping = (error: unknown) => console.warn('The coming visits are not all stored on this device', error)

/** Returns a function that refetches the queries of a key, throttled. */
function refetching(queries: QueryClient) {
  const read = (queryKey: readonly string[]) => queries.invalidateQueries({ queryKey })
  const soon = throttleByKey(300, read)
  // Each change may change a count, and every open list counts; each may be at a site, and My day has one for each visit: those of a busy
  // company are read together.
  const later = throttleByKey(3_000, read)
  const isCostly = (queryKey: readonly string[]) => queryKey === keys.viewCounts || queryKey === keys.sites
  return (queryKey: readonly string[]) => (isCostly(queryKey) ? later : soon)(queryKey.join('/'), queryKey)
}
