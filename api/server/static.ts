import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import compression from 'compression'
import express, { type RequestHandler } from 'express'
import type { Config } from '#api/config/config.ts'

const built = fileURLToPath(new URL('../../dist/web', import.meta.url))

/**
 * The built web files. Those with a hash in their name never change and are kept for a year; all others are asked for again.
 * Text goes out packed. A public page answers with its own HTML. Any other path that looks like a screen answers index.html, whose router knows
 * the screens.
 */
export const webFiles = ({ publicUrl }: Pick<Config, 'publicUrl'>, folder = built): RequestHandler[] => [
  packed,
  async (req, res, next) => {
    const file = isRead(req.method) ? pageFile(req.path) : undefined
    if (!file) return next()
    const page = await readFile(path.join(folder, 'pages', file), 'utf8').catch(() => undefined)
    if (page === undefined) return next()
    res.set('Cache-Control', 'no-cache').type('html').send(withAddress(page, publicUrl))
  },
  express.static(folder, {
    index: false,
    redirect: false,
    setHeaders: (res, path) => void res.setHeader('Cache-Control', isHashed(path) ? forever : 'no-cache'),
  }),
  (req, res, next) => {
    if (!isRead(req.method) || !isScreen(req.path)) return next()
    res.sendFile(
      'index.html',
      { root: folder, headers: { 'Cache-Control': 'no-cache' }, cacheControl: false },
      (error) => {
        // Not built, or the browser has gone.
        if (error && !res.headersSent) next()
      },
    )
  },
]

/**
 * Only these files are: what the API answers holds secrets beside what others wrote, and its packed length could tell of them. Part
 * of a file is a part of what was not packed.
 */
const packed = compression({ filter: (req, res) => res.statusCode !== 206 && compression.filter(req, res) })

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

/** Only plain names lead to a page: none leads out of its folder. */
function pageFile(screen: string) {
  if (screen === '/') return '_landing.html'
  return /^(\/[a-z0-9-]+)+\/?$/.test(screen) ? `${screen.replace(/\/$/, '')}.html` : undefined
}

/** A shared link's picture needs a whole address. */
const withAddress = (page: string, publicUrl = '') =>
  page.replace('content="/social-card.png"', () => `content="${publicUrl}/social-card.png"`)

const forever = 'public, max-age=31536000, immutable'
const isHashed = (path: string) => /[.-][\w-]{8,}\.(js|css|woff2|svg|png|webp|jpg)$/.test(path)

/** A path without a file ending, outside what the server itself answers. */
const isScreen = (path: string) => !/\.\w+$|^\/(api|assets|static|socket)(\/|$)/.test(path)
