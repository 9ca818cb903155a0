import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'

/**
 * The files of a folder that contain one of the words, by name or content, in any case of A to Z. Values that PostgreSQL has
 * compressed are not recognised. A file that vanishes meanwhile is left out. Throws if one may not be read.
 */
export async function searchFiles(folder: string, words: readonly string[]): Promise<string[]> {
  const wanted = words.map(comparable)
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const isNamed = wanted.some((word) => comparable(entry.name).includes(word))
    if (isNamed || (await contains(file, wanted))) found.push(path.relative(folder, file))
  }
  return found.toSorted()
}

/** Byte by byte, so that any encoding and any half of a character compares alike. */
const comparable = (text: string | Buffer) =>
  (typeof text === 'string' ? Buffer.from(text) : text).toString('latin1').toLowerCase()

async function contains(file: string, wanted: readonly string[]): Promise<boolean> {
  const longest = Math.max(...wanted.map((word) => word.length))
  let tail = ''
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
      const text = tail + comparable(chunk)
      if (wanted.some((word) => text.includes(word))) return true
      tail = text.slice(-longest)
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  return false
}
