import type { EventLoop, Owner } from '#test/simulation/clock/event-loop.ts'
import type { Random } from '#test/simulation/clock/random.ts'
import { PhotoFile } from '#test/simulation/network/photo-file.ts'

/** The first byte of a photo as its camera made it, and of one made smaller. */
const [original, smaller] = [0, 1]

/** A photo of this size that no other is like. */
export function newPhoto(random: Random, size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size).fill(random.between(0, 255))
  for (let place = 0; place < Math.min(size, 16); place += 1) bytes[place] = random.between(0, 255)
  bytes[0] = original
  return bytes
}

/** The bytes of a photo made smaller; undefined if it is small already. */
export function madeSmaller(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  if (bytes[0] === smaller) return undefined
  const half = bytes.slice(0, Math.ceil(bytes.length / 2) + 16)
  half[0] = smaller
  return half
}

/** The Worker that makes photos smaller on a device: it takes time, and sometimes fails or hangs. */
export const pageWorker = (loop: EventLoop, random: Random, owner: Owner) =>
  class {
    onmessage: ((message: { data: object }) => void) | undefined
    onerror: (() => void) | undefined

    postMessage(file: PhotoFile) {
      const fate = random.between(1, 100)
      if (fate <= 3) return
      loop.post(
        () => {
          if (fate <= 10) return this.onerror?.()
          const bytes = madeSmaller(file.content)
          const preview = new PhotoFile(file.content.slice(0, 8))
          this.onmessage?.({ data: bytes ? { file: new PhotoFile(bytes), preview } : { preview } })
        },
        random.between(50, 3_000),
        owner,
      )
    }
    terminate() {
      this.onmessage = undefined
      this.onerror = undefined
    }
  }
