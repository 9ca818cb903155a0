/** The longest side of a photo that is sent, in pixels: the server keeps no more. */
const longestSide = 2560
/** A photo of at most this many bytes, and not too long a side, is sent as it is. */
const smallEnough = 1_500_000

export type Size = { width: number; height: number }

/** The size to which a photo is made smaller; undefined if it is small enough already. `readable` is whether the server reads its format. */
export function smallerSize({ width, height }: Size, bytes: number, readable: boolean): Size | undefined {
  const factor = Math.min(1, longestSide / Math.max(width, height))
  if (factor === 1 && bytes <= smallEnough && readable) return undefined
  return scaled({ width, height }, factor)
}

/** The size of the preview in the list of unsent photos. */
export const previewSize = (size: Size): Size => scaled(size, Math.min(1, 320 / Math.max(size.width, size.height)))

const scaled = ({ width, height }: Size, factor: number): Size => ({
  width: Math.max(1, Math.round(width * factor)),
  height: Math.max(1, Math.round(height * factor)),
})

/** Whether the server reads a file's format, by its first bytes: JPEG, PNG or WebP. */
export function isReadableByServer(file: Uint8Array): boolean {
  const first = String.fromCharCode(...file.subarray(0, 12))
  return first.startsWith('\xff\xd8\xff') || first.startsWith('\x89PNG') || /^RIFF....WEBP/s.test(first)
}
