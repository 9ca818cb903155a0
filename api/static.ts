import { fileURLToPath } from 'node:url'
import express, { type RequestHandler } from 'express'

const built = fileURLToPath(new URL('../dist/web', import.meta.url))

/**
 * The built web files. Those with a hash in their name never change and are kept for a year; all others are asked for again.
 * Any other path that looks like a screen answers index.html, whose router knows the screens.
 */
export const webFiles = (folder = built): RequestHandler[] => [
  express.static(folder, {
    index: false,
    redirect: false,
    setHeaders: (res, path) => void res.setHeader('Cache-Control', isHashed(path) ? forever : 'no-cache'),
  }),
  (req, res, next) => {
    if ((req.method !== 'GET' && req.method !== 'HEAD') || !isScreen(req.path)) return next()
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

const forever = 'public, max-age=31536000, immutable'
const isHashed = (path: string) => /[.-][\w-]{8,}\.(js|css|woff2|svg|png|webp|jpg)$/.test(path)

/** A path without a file ending, outside what the server itself answers. */
const isScreen = (path: string) => !/\.\w+$|^\/(api|assets|static|socket)(\/|$)/.test(path)
