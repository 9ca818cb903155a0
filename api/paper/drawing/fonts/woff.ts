import { inflateSync } from 'node:zlib'

const woffHeader = 44
const woffEntry = 20
const sfntHeader = 12
const sfntEntry = 16

/**
 * The TrueType or OpenType font in a WOFF 1.0 file, by the W3C's recommendation 'WOFF File Format 1.0' (2012). Font libraries
 * decompress the glyphs of a WOFF file again for each glyph that they read. Throws a TypeError if it is no WOFF file, and
 * zlib's errors.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new TypeError('This is not a WOFF file')
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, nth) => {
    const entry = woff.subarray(woffHeader + nth * woffEntry)
    const [offset, packedLength, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)]
    const packed = woff.subarray(offset, offset + packedLength)
    return {
      tag: entry.subarray(0, 4),
      checksum: entry.subarray(16, 20),
      bytes: packedLength < length ? inflateSync(packed) : packed,
    }
  })
  const head = Buffer.alloc(sfntHeader + tables.length * sfntEntry)
  const entrySelector = Math.floor(Math.log2(tables.length))
  const searchRange = 2 ** entrySelector * 16
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(tables.length, 4)
  head.writeUInt16BE(searchRange, 6)
  head.writeUInt16BE(entrySelector, 8)
  head.writeUInt16BE(tables.length * 16 - searchRange, 10)
  let end = head.length
  const parts: Buffer[] = [head]
  for (const [nth, { tag, checksum, bytes }] of tables.entries()) {
    const at = sfntHeader + nth * sfntEntry
    tag.copy(head, at)
    checksum.copy(head, at + 4)
    head.writeUInt32BE(end, at + 8)
    head.writeUInt32BE(bytes.length, at + 12)
    const padding = Buffer.alloc(-bytes.length & 3)
    parts.push(bytes, padding)
    end += bytes.length + padding.length
  }
  return Buffer.concat(parts)
}
