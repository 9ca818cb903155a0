import type { Shrunk } from './shrink-worker.ts'

/** More than a camera's photo; such a file is refused for its size without being read. */
const mostBytes = 80_000_000
/** In milliseconds; a slow phone takes one or two seconds. */
const patience = 30_000

/**
 * Makes a photo smaller on this device. Never fails: a photo that this browser cannot read, or not in time, stays as it is, and the
 * server decides. To be called for one photo at a time, as a photo of 50 megapixels takes 200 MB of memory.
 */
export async function shrinkPhoto(original: Blob): Promise<Shrunk> {
  if (original.size > mostBytes || typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return {}
  const worker = new Worker(new URL('./shrink-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve } = Promise.withResolvers<Shrunk>()
  worker.onmessage = ({ data }: MessageEvent<Shrunk>) => resolve(data)
  worker.onerror = () => resolve({})
  const timer = setTimeout(() => resolve({}), patience)
  worker.postMessage(original)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
