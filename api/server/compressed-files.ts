import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { RequestHandler } from 'express'
import { compressedEndings } from './compress-files.ts'

/** Best first. */
const codings: (keyof typeof compressedEndings)[] = ['br', 'gzip']

/**
 * Answers a build's hashed scripts and style sheets as the build has compressed them. Each is read once: its name changes with its
 * content. A file that cannot be read is left to the next handler, as is a range, which is one of the uncompressed bytes.
 */
export function compressedFiles(folder: string, cacheControl: string): RequestHandler {
  const read = new Map<string, Promise<Buffer | undefined>>()
  const fileNamed = (name: string) => {
    const reading = read.get(name) ?? readFile(path.join(folder, 'static', name)).catch(() => undefined)
    read.set(name, reading)
    // A name without a file is not remembered: it may be a guess, or belong to a build that is still being written.
    void reading.then((bytes) => bytes ?? read.delete(name))
    return reading
  }
  return async (req, res, next) => {
    const name = /^\/static\/([\w.-]+-[\w-]{7,8}\.(?:js|css))$/.exec(req.path)?.[1]
    const isPlain = req.headers.range !== undefined || !['GET', 'HEAD'].includes(req.method)
    const coding = codings.find((one) => req.acceptsEncodings(one))
    const bytes = name && coding && !isPlain ? await fileNamed(name + compressedEndings[coding]) : undefined
    if (!name || !coding || !bytes) return next()
    res.set({ 'Cache-Control': cacheControl, 'Content-Encoding': coding }).vary('Accept-Encoding')
    res.type(path.extname(name)).send(bytes)
  }
}
