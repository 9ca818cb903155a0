import type { RunningFettle } from './running-fettle.ts'

/** Aborted by the first Ctrl-C, SIGTERM or closed terminal; a second one ends the process at once. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stopping.abort(new Stopped()))
  return stopping.signal
}

/** The person stopped the command before it was done. */
export class Stopped extends Error {
  override name = 'Stopped'
}

/** Stops Fettle at the signal; throws if it had to stop by itself. */
export async function untilStopped(fettle: RunningFettle, signal: AbortSignal) {
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => resolve())
  if (signal.aborted) resolve()
  try {
    await Promise.race([asked, fettle.failed])
  } finally {
    await fettle.stop()
  }
}
