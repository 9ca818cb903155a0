import { io, type Socket } from 'socket.io-client'
import type { Role } from '#core/model/messages.ts'
import { paths } from '#core/wire/paths.ts'
import type { Push } from '#core/wire/push.ts'
import type { TestServer } from './server.ts'

/** A device's socket, with all of its pushes, also as raw text. */
export type PushClient = {
  socket: Socket
  pushes: Push[]
  text(): string
  /** The first past or future push for which this holds. */
  pushed(holds: (push: Push) => boolean): Promise<Push>
  /** The newest row pushed for a projection and key. */
  row<R>(projection: string, key: string): R | undefined
  close(): void
}

/** Connects and resolves once the server has admitted it. Throws the reason if it is refused. */
export async function listen(
  server: Pick<TestServer, 'url'>,
  { token, role, age }: { token: string; role?: Role; age?: number },
): Promise<PushClient> {
  const auth = { token, ...(role && { role }), ...(age !== undefined && { age }) }
  const socket = io(server.url, { path: paths.socket, auth, transports: ['websocket'], forceNew: true })
  const pushes: Push[] = []
  const frames: string[] = []
  socket.io.engine.on('packet', ({ data }) => frames.push(String(data)))
  socket.on('changed', (push: Push) => pushes.push(push))
  await connected(socket).catch((error: unknown) => {
    socket.close()
    throw error
  })
  return {
    socket,
    pushes,
    text: () => frames.join('\n'),
    async pushed(holds) {
      for (;;) {
        const found = pushes.find(holds)
        if (found) return found
        await nextPush(socket)
      }
    },
    row<R>(projection: string, key: string) {
      const rows = pushes.filter((one) => one.projection === projection).flatMap((one) => one.rows)
      return rows.findLast((one) => Object.values(one).includes(key)) as R | undefined
    },
    close: () => void socket.close(),
  }
}

const nextPush = (socket: Socket) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Nothing was pushed')), 10_000)
    socket.once('changed', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const connected = (socket: Socket) =>
  new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })

/** Resolves once the server has disconnected the socket. Rejects if it has not in ten seconds. */
export async function cut({ socket }: PushClient): Promise<void> {
  if (!socket.connected) return
  await new Promise<void>((resolve, reject) => {
    // The wrong ways take minutes: until the token ends, or for ever.
    const timer = setTimeout(() => reject(new Error('The socket was not cut')), 10_000)
    socket.once('disconnect', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
