import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import express from 'express'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { securityHeaders } from '#api/http/security.ts'
import { compressedEndings, compressFiles } from './compress-files.ts'
import { failureAnswers, refuseUnknownPaths } from './failures.ts'
import { isHashed, webFiles } from './static.ts'

const long = 'void 0\n'.repeat(1_000)
let folder: string
let server: Server
let url: string
/** Bytes. */
const builtLengths: Record<string, number> = {}

/** Serves a folder's web files with the product's middleware around them. */
async function serveFiles(of: string, publicUrl?: string) {
  const app = express().use(
    securityHeaders({}),
    webFiles({ ...(publicUrl && { publicUrl }) }, { built: of, kept: `${of}-kept` }),
    refuseUnknownPaths,
    failureAnswers(pino({ level: 'silent' })),
  )
  const serving = createServer(app).listen(0, '127.0.0.1')
  await once(serving, 'listening')
  const address = serving.address()
  return { serving, at: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}` }
}

/** Adds a script to the folder with its compressed forms. */
async function build(name: string) {
  const building = path.join(folder, 'building')
  await mkdir(building)
  await writeFile(path.join(building, name), long)
  await compressFiles(building)
  for (const one of await readdir(building)) await rename(path.join(building, one), path.join(folder, 'static', one))
  await rm(building, { recursive: true })
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fettle-web-'))
  await mkdir(path.join(folder, 'static'))
  await writeFile(path.join(folder, 'index.html'), '<title>Fettle</title>')
  await writeFile(path.join(folder, 'favicon.svg'), '<svg/>')
  await mkdir(path.join(folder, 'pages', 'docs'), { recursive: true })
  await writeFile(path.join(folder, 'pages', '_landing.html'), '<title>Landing</title>')
  await writeFile(path.join(folder, 'pages', 'docs', 'admin.html'), '<meta content="/social-card.png" />')
  await writeFile(path.join(folder, 'static', 'main-DkP1x_9a.js'), 'void 0')
  await writeFile(path.join(folder, 'static', 'long-DkP1x_9b.js'), long)
  await build('built-DkP1x_9c.js')
  for (const [coding, ending] of Object.entries(compressedEndings))
    builtLengths[coding] = (await stat(path.join(folder, 'static', `built-DkP1x_9c.js${ending}`))).size
  await writeFile(path.join(folder, 'service-worker.js'), 'void 0')
  await writeFile(path.join(folder, '.secret'), 'secret')
  await writeFile(`${folder}-outside`, 'secret')
  const { serving, at } = await serveFiles(folder)
  server = serving
  url = at
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
  await rm(`${folder}-outside`)
})

test('a file with a hash in its name is cached for a year', async () => {
  const answer = await fetch(`${url}/static/main-DkP1x_9a.js`)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
})

test.each(['br', 'gzip'])(
  'a long text is compressed with %s for clients that accept it, and sent plain to others',
  async (coding) => {
    const file = `${url}/static/long-DkP1x_9b.js`
    const answer = await fetch(file, { headers: { 'accept-encoding': coding } })
    expect(answer.headers.get('content-encoding')).toBe(coding)
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await answer.text()).toBe(long)
    const plain = await fetch(file, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.headers.get('content-length')).toBe(String(long.length))
    const part = await fetch(file, { headers: { 'accept-encoding': coding, range: 'bytes=0-2047' } })
    expect([part.status, part.headers.get('content-encoding')]).toEqual([206, null])
    expect(await part.text()).toBe(long.slice(0, 2_048))
  },
)

test.each(['br', 'gzip'])(
  'a script that the build has compressed with %s is sent so, with its type; a part of it is sent plain',
  async (coding) => {
    const ask = (headers: object, method = 'GET') =>
      fetch(`${url}/static/built-DkP1x_9c.js`, { method, headers: { 'accept-encoding': coding, ...headers } })
    const answer = await ask({})
    expect(answer.headers.get('content-encoding')).toBe(coding)
    expect(answer.headers.get('content-length')).toBe(String(builtLengths[coding]))
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(await answer.text()).toBe(long)
    expect((await ask({}, 'HEAD')).headers.get('content-length')).toBe(String(builtLengths[coding]))
    const part = await ask({ range: 'bytes=0-2047' })
    expect([part.status, await part.text()]).toEqual([206, long.slice(0, 2_048)])
    expect(await (await ask({ 'accept-encoding': 'identity' })).text()).toBe(long)
  },
)

test('a client that accepts both codings gets the shorter one', async () => {
  const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' }
  const answer = await fetch(`${url}/static/built-DkP1x_9c.js`, { headers })
  expect(answer.headers.get('content-encoding')).toBe('br')
})

test('a script compressed after it was first asked for is sent compressed from then on', async () => {
  const coded = async () =>
    (await fetch(`${url}/static/late-DkP1x_9d.js`, { headers: { 'accept-encoding': 'br' } })).headers
  expect((await coded()).get('content-encoding')).toBeNull()
  await build('late-DkP1x_9d.js')
  expect(Number((await coded()).get('content-length'))).toBe(builtLengths.br)
})

test('a file without a hash is revalidated', async () => {
  expect((await fetch(`${url}/favicon.svg`)).headers.get('cache-control')).toBe('no-cache')
})

test.each([
  ['/static/main-DkP1x_9.js', true],
  ['/static/main-DkP1x_9a.js', true],
  ['/static/jobs-BfA-3xQ.css', true],
  ['/apple-touch-icon.png', false],
  ['/icon-maskable-512.png', false],
  ['/social-card.png', false],
])('whether %s has a hash in its name: %s', (path, expected) => {
  expect(isHashed(path)).toBe(expected)
})

test('the service worker is asked for again each time, as a script that a page may register for the whole site', async () => {
  const { status, headers } = await fetch(`${url}/service-worker.js`)
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('no-cache')
  expect(headers.get('content-type')).toMatch(/^text\/javascript(;|$)/)
  expect(headers.get('content-security-policy')).toContain("worker-src 'self'")
})

test.each(['/sites', '/job/0192f0c0-0000-7000-8000-000000000001', '/nonsense', '/apidocs'])(
  'the screen %s is the one page, asked for again each time',
  async (screen) => {
    const answer = await fetch(url + screen)
    expect(await answer.text()).toBe('<title>Fettle</title>')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  },
)

test.each([
  '/static/gone-DkP1x_9a.js',
  '/static/gone',
  '/assets/photo',
  '/gone.png',
  '/api/nonsense',
  '/socket/x',
  '/.secret',
])('a missing file is not answered with the page: %s', async (file) => {
  const answer = await fetch(url + file)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toEqual({ error: 'Not found.', code: 'not-found' })
})

test.each(['/', '/?utm=x', '/docs/admin', '/docs/admin/'])('the public page %s is its own HTML', async (page) => {
  const answer = await fetch(url + page)
  expect(await answer.text()).toBe(
    page.startsWith('/docs') ? '<meta content="/social-card.png" />' : '<title>Landing</title>',
  )
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
})

test('a social card has an absolute address if the public address is set', async () => {
  const { serving, at } = await serveFiles(folder, 'https://fettle.example')
  const page = await (await fetch(`${at}/docs/admin`)).text()
  expect(page).toBe('<meta content="https://fettle.example/social-card.png" />')
  serving.close()
})

test.each(['/_landing', '/docs/..%2f_landing', '/docs', '/Docs/admin'])('%s is not a public page', async (screen) => {
  expect(await (await fetch(url + screen)).text()).toBe('<title>Fettle</title>')
})

test('no file outside the folder is served', async () => {
  const name = path.basename(folder)
  for (const way of [`/..%2f${name}-outside`, `/%2e%2e/${name}-outside`, `/static/..%2f..%2f${name}-outside`]) {
    const answer = await fetch(url + way)
    expect(await answer.text()).not.toContain('secret')
  }
})

test('the page responds only to GET and HEAD', async () => {
  expect((await fetch(`${url}/sites`, { method: 'POST' })).status).toBe(404)
  expect((await fetch(`${url}/sites`, { method: 'HEAD' })).status).toBe(200)
})

test('before the web files are built there is no page, and no error', async () => {
  const { serving, at } = await serveFiles(path.join(folder, 'not-built'))
  expect((await fetch(at)).status).toBe(404)
  serving.close()
})
