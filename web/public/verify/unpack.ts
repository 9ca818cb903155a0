/** Unpacked in pieces this small, the rest of a file that unpacks to a thousand times its size is never unpacked. In bytes. */
const piece = 4096

/**
 * Unpacks a stream of a PDF (zlib), at most to this many bytes. Undefined if it is damaged, or does not begin as `isOurs` wants:
 * then no more of it is unpacked.
 */
export async function unpack(
  packed: Uint8Array<ArrayBuffer>,
  most: number,
  isOurs: (begin: Uint8Array) => boolean,
): Promise<Uint8Array[] | 'too large' | undefined> {
  const reader = inPieces(packed).pipeThrough(new DecompressionStream('deflate')).getReader()
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (pieces.length === 0 && !isOurs(read.value)) return undefined
      pieces.push(read.value)
      size += read.value.length
      if (size > most) return 'too large'
    }
    return pieces
  } catch {
    // Damaged: decompression throws nothing else.
    return undefined
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function inPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0
  return new ReadableStream(
    {
      pull(controller) {
        if (at >= bytes.length) return controller.close()
        controller.enqueue(bytes.subarray(at, at + piece))
        at += piece
      },
    },
    { highWaterMark: 0 },
  )
}
