/** Milliseconds without a sign of the server after which the line counts as silent. The server pings every three seconds. */
export const silentAfter = 5_000

type Heard = { onSilent(): void; onHeard(): void }
type Emitter<Event extends string> = {
  on(event: Event, listener: () => void): unknown
  off(event: Event, listener: () => void): unknown
}
/** The part of a socket that is listened to. */
type Line = Emitter<'connect' | 'changed' | 'disconnect'> & { io: Emitter<'ping'> }

/**
 * Notices that a connected socket has fallen silent, long before it is given up: a line that was cut without a word stays open
 * for half a minute. The socket is left alone, as on a slow line the next ping may only be late. Returns how to stop.
 */
export function watchSilence(socket: Line, { onSilent, onHeard }: Heard): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let silent = false
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      silent = true
      onSilent()
    }, silentAfter)
  }
  const heard = () => {
    wait()
    if (!silent) return
    silent = false
    onHeard()
  }
  const rest = () => {
    clearTimeout(timer)
    silent = false
  }
  socket.on('connect', wait)
  socket.on('changed', heard)
  socket.on('disconnect', rest)
  socket.io.on('ping', heard)
  return () => {
    rest()
    socket.off('connect', wait)
    socket.off('changed', heard)
    socket.off('disconnect', rest)
    socket.io.off('ping', heard)
  }
}
