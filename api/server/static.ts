import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import compression from 'compression'
import express, { type RequestHandler } from 'express'
import type { Config } from '#api/config/config.ts'
import { compressedFiles } from './compressed-files.ts'

/** Where `npm run build` writes. */
export const builtWeb: string = fileURLToPath(new URL('../../dist/web', import.meta.url))

type Folders = {
  /** The built files. */
  built?: string
  /** Hashed files of earlier builds. */
  kept: string
}

/**
 * The built web files, with text compressed. Files with a hash in their name never change and are cached for a year; all others
 * are revalidated. A public page gets its own HTML; any other path that looks like a screen gets index.html and its router.
 */
export const webFiles = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { built: folder = builtWeb, kept }: Folders,
): RequestHandler[] => [
  compressedFiles(folder, forever),
  compressed,
  async (req, res, next) => {
    const file = isRead(req.method) ? pageFile(req.path) : undefined
    if (!file) return next()
    const page = await readFile(path.join(folder, 'pages', file), 'utf8').catch(() => undefined)
    if (page === undefined) return next()
    res.set('Cache-Control', 'no-cache').type('html').send(withAddress(page, publicUrl))
  },
  files(folder),
  files(kept),
  (req, res, next) => {
    if (!isRead(req.method) || !isScreen(req.path)) return next()
    res.sendFile(
      'index.html',
      { root: folder, headers: { 'Cache-Control': 'no-cache' }, cacheControl: false },
      (error) => {
        // Not built, or the browser has disconnected.
        if (error && !res.headersSent) next()
      },
    )
  },
]

const files = (folder: string) =>
  express.static(folder, {
    index: false,
    redirect: false,
    setHeaders: (res, path) => void res.setHeader('Cache-Control', isHashed(path) ? forever : 'no-cache'),
  })

/**
 * Compresses only these files: API responses hold secrets alongside other people's text, and their compressed length could reveal
 * them. A range of a file is a range of its uncompressed bytes.
 */
const compressed = compression({ filter: (req, res) => res.statusCode !== 206 && compression.filter(req, res) })

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

/** Only plain names are pages, so that no path leads out of the folder. */
function pageFile(screen: string) {
  if (screen === '/') return '_landing.html'
  return /^(\/[a-z0-9-]+)+\/?$/.test(screen) ? `${screen.replace(/\/$/, '')}.html` : undefined
}

/** The picture of a shared link needs an absolute address. */
const withAddress = (page: string, publicUrl = '') =>
  page.replace('content="/social-card.png"', () => `content="${publicUrl}/social-card.png"`)

const forever = 'public, max-age=31536000, immutable'
/** Whether a file has a hash in its name: of seven characters, or of eight as builds had it before. */
export const isHashed = (path: string): boolean => /[.-][\w-]{7,8}\.(js|css|woff2|svg|png|webp|jpg)$/.test(path)

/** A path without a file extension, outside the server's own routes. */
const isScreen = (path: string) => !/\.\w+$|^\/(api|assets|static|socket|t|r)(\/|$)/.test(path)
