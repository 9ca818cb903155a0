import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import { countSockets } from '#api/metrics/metrics.ts'
import { withHeld } from '#api/projections/held-runs.ts'
import { readRunsOf } from '#api/projections/read-projections.ts'
import { originOf } from '#api/rights/origin.ts'
import type { Services } from '#api/services/services.ts'
import { audienceOf, isOffice } from '#core/model/access.ts'
import { paths } from '#core/wire/paths.ts'
import { catchUpRequest, type Push } from '#core/wire/push.ts'
import {
  admit,
  hasFormerRole,
  isFull,
  makeRoom,
  type PushServer,
  type PushSocket,
  pageAge,
  roomOf,
  roomOfUser,
} from './admission.ts'
import { asSeenBy, emitTo } from './audiences.ts'
import { batchIds } from './batch-ids.ts'
import { openCourier } from './courier.ts'
import { cutWhenExpired, limitMessages, renew } from './lifetime.ts'
import { pushRuns } from './push-runs.ts'
import { openRevokedListeners } from './revoked-listeners.ts'
import { socketsByCompany } from './sockets-by-company.ts'
import { openUnread } from './unread.ts'

/** The longest message accepted from a client, in bytes. */
const mostBytes = 64 * 1024
/** Milliseconds between the pings of a socket. */
const pingInterval = 3_000
/** Checks for revoked listeners are at least this far apart, in milliseconds, however often the bell rings. */
const betweenChecks = 200

/** Pushes changes to the sockets of this process, which share the port of the routes. */
export function openPush(http: HttpServer, services: Services): { close(): void } {
  const { config, logger, metrics, bell } = services
  const io: PushServer = new Server(http, {
    path: paths.socket,
    serveClient: false,
    maxHttpBufferSize: mostBytes,
    // Often enough that a device notices within five seconds that the line has fallen silent; see web/sync/connection/silence.ts.
    pingInterval,
    allowRequest: (req, answer) => answer(null, originOf(config, req.headers) !== 'foreign'),
  })
  const sockets = socketsByCompany<PushSocket>()
  const { companies } = sockets
  const findRevoked = openRevokedListeners(services)
  const disconnectRevoked = async (companyIds: Iterable<string>) => {
    const held = [...companyIds].flatMap((one) => [...sockets.of(one)])
    const fallen = new Set(await findRevoked(held.map((one) => one.data)))
    for (const socket of held) if (fallen.has(socket.data)) socket.disconnect(true)
  }
  const courier = openCourier({
    ...services,
    emit: (companyId, push) => emitTo(io, companyId, push),
    rightsMayHaveChanged: (companyId) => disconnectRevoked([companyId]),
  })
  /** Only the database can fail here; the next ring, or the poll within a second, retries. */
  const trying = (work: Promise<unknown>) =>
    work.catch((error: unknown) => logger.warn({ err: error }, 'push is retrying'))

  admit(io, services, courier.follow)
  io.on('connection', (socket) => {
    if (isFull(io, socket.data) || hasFormerRole(socket)) return void socket.disconnect(true)
    const { companyId, role } = socket.data
    sockets.add(socket)
    socket.once('disconnect', () => sockets.delete(socket))
    socket.join([roomOf(companyId, audienceOf(role)), roomOfUser(socket.data)])
    makeRoom(io, socket)
    // A right lost during admission was not noticed: this socket was not among the listeners yet.
    check([companyId])
    void unread.tellOne(socket)
    limitMessages(socket)
    cutWhenExpired(socket)
    socket.on('renew', async (token, answer) => {
      const renewed = await trying(renew(services, socket, token))
      if (typeof answer === 'function') answer(renewed === true)
    })
    socket.on('caught-up', async (missed, answer) => {
      const request = catchUpRequest.safeParse(missed)
      if (!request.success) return void socket.disconnect(true)
      const tell = (push: Push) => {
        const seen = asSeenBy(socket.data, push)
        if (seen) socket.emit('changed', seen)
      }
      const place = await trying(courier.missed(companyId, request.data, tell, pageAge(socket)))
      // It reconnects and asks again; left connected, it would never receive what it missed.
      if (!place) return void socket.disconnect(true)
      if (typeof answer === 'function') answer(place)
    })
  })

  const check = batchIds(betweenChecks, (companyIds) => trying(disconnectRevoked(companyIds)))
  const onRuns = pushRuns({
    read: async (companyId) => withHeld(await readRunsOf(services.ledgerPool, companyId), services.disks),
    companies,
    emit: (companyId, push) => io.to(roomOf(companyId, 'office')).emit('runs', push),
    now: services.now,
    onFault: (error) => logger.warn({ err: error }, 'the progress of replays was not pushed'),
  })
  const unread = openUnread({
    ...services,
    sockets,
    onFault: (error) => logger.warn({ err: error }, 'the number of unread notifications was not pushed'),
  })
  const stops = [
    bell.listen(
      'fettle_notified',
      (companyIds) => unread.tellCompanies(companyIds === 'all' ? companies : companyIds.filter(companies.has)),
      { polled: false },
    ),
    bell.listen('fettle_runs', onRuns),
    bell.listen('fettle_appended', (companyIds) => {
      check(companyIds === 'all' ? companies : companyIds.filter(companies.has))
    }),
    bell.listen('fettle_projected', (companyIds) => {
      if (companyIds !== 'all') return companyIds.forEach((one) => void trying(courier.look(one)))
      courier.forgetAllBut(companies)
      void trying(courier.lookAll())
    }),
  ]
  countSockets(metrics, () => {
    const office = [...io.sockets.sockets.values()].filter(({ data }) => isOffice(data.role)).length
    return { office, team: io.sockets.sockets.size - office }
  })
  return {
    close() {
      for (const stop of stops) stop()
      io.disconnectSockets(true)
      // Not io.close(), which would also close the server under requests in progress.
      io.engine.close()
    },
  }
}
