import type { RunningFettle } from './running-fettle.ts'

/** Aborts on the first Ctrl-C, SIGTERM or closed terminal; a second one ends the process immediately. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stopping.abort(new Stopped()))
  return stopping.signal
}

/** The command was interrupted before it finished. */
export class Stopped extends Error {
  override name = 'Stopped'
}

/** Stops Fettle when the signal aborts. Throws if Fettle failed first. */
export async function untilStopped(fettle: RunningFettle, signal: AbortSignal) {
  const { promise: aborted, resolve } = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => resolve())
  if (signal.aborted) resolve()
  try {
    await Promise.race([aborted, fettle.failed])
  } finally {
    await fettle.stop()
  }
}
