import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import express from 'express'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failureAnswers, refuseUnknownPaths } from './failures.ts'
import { keepWebFiles, keptWeb, startKeepingWebFiles } from './kept-web-files.ts'
import { webFiles } from './static.ts'

const november = (day: number) => new Date(Date.UTC(2026, 10, day, 9))
const [shell, jobs, style] = ['shell-DkP1x_9a.js', 'jobs-Bc7Q2w0Z.js', 'shell-4bJTiWiU.css']

let dataFolder: string
let kept: string
beforeEach(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), 'fettle-kept-'))
  kept = keptWeb(dataFolder)
})
afterEach(() => rm(dataFolder, { recursive: true }))

const textOf = (name: string) => `/* ${name} */\n`.repeat(200)

/** A build with these hashed files. */
async function build(...names: string[]) {
  const folder = await mkdtemp(path.join(dataFolder, 'dist-'))
  await mkdir(path.join(folder, 'static'))
  await writeFile(path.join(folder, 'index.html'), '<title>Fettle</title>')
  await writeFile(path.join(folder, 'static', 'LICENSES.txt'), 'not hashed')
  for (const name of names) await writeFile(path.join(folder, 'static', name), textOf(name))
  return folder
}
const keptNames = async () => (await readdir(path.join(kept, 'static'))).toSorted()

/** Gets an address of a server with this build. */
async function get(built: string, address: string) {
  const app = express().use(
    webFiles({}, { built, kept }),
    refuseUnknownPaths,
    failureAnswers(pino({ level: 'silent' })),
  )
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = server.address()
  const port = typeof at === 'object' && at ? at.port : 0
  const answer = await fetch(`http://127.0.0.1:${port}${address}`, { headers: { 'accept-encoding': 'gzip' } })
  const text = await answer.text()
  server.close()
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text }
}

test('a page of the previous build still loads its next screen after an upgrade', async () => {
  await keepWebFiles(await build(shell, jobs), kept, november(1))
  const next = await build(style)
  await keepWebFiles(next, kept, november(20))
  const old = await get(next, `/static/${jobs}`)
  expect([old.status, old.text]).toEqual([200, textOf(jobs)])
  expect(old.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'gzip',
  })
  expect((await get(next, '/static/gone-DkP1x_9z.js')).status).toBe(404)
  expect(await keptNames()).toEqual([jobs, style, shell].toSorted())
})

test('a file goes when no build has had it for 30 days, however long its build was in use', async () => {
  const old = await build(shell, jobs)
  for (const day of [1, 2, 40]) await keepWebFiles(old, kept, november(day))
  const next = await build(shell)
  for (const day of [41, 69]) await keepWebFiles(next, kept, november(day))
  expect(await keptNames()).toEqual([jobs, shell].toSorted())
  await keepWebFiles(next, kept, november(71))
  expect(await keptNames()).toEqual([shell])
  expect((await stat(path.join(kept, 'static', shell))).mtime).toEqual(november(71))
})

test('processes of two builds that start at the same time keep the files of both, whole', async () => {
  const builds = [await build(shell, jobs), await build(shell, style)]
  await Promise.all([...builds, ...builds, ...builds].map((one) => keepWebFiles(one, kept, november(1))))
  expect(await keptNames()).toEqual([jobs, style, shell].toSorted())
  for (const name of await keptNames()) {
    expect(await readFile(path.join(kept, 'static', name), 'utf8')).toBe(textOf(name))
  }
})

test('a file left unfinished by a killed process is neither served nor kept for ever', async () => {
  const built = await build(shell)
  await keepWebFiles(built, kept, new Date())
  const unfinished = `.${jobs}.0b9c7a4e-0000-4000-8000-000000000001`
  await writeFile(path.join(kept, 'static', unfinished), 'hal')
  expect((await get(built, `/static/${unfinished}`)).status).toBe(404)
  await keepWebFiles(built, kept, new Date())
  expect(await keptNames()).toEqual([unfinished, shell])
  await keepWebFiles(built, kept, new Date(Date.now() + 31 * 86_400_000))
  expect(await keptNames()).toEqual([shell])
})

test('no path leads out of the folder', async () => {
  const built = await build(shell)
  await keepWebFiles(built, kept, november(1))
  await writeFile(path.join(dataFolder, 'keys-DkP1x_9a.js'), 'secret')
  const ways = [
    '/static/..%2f..%2fkeys-DkP1x_9a.js',
    '/static/%2e%2e/%2e%2e/keys-DkP1x_9a.js',
    '/static/..%5c..%5ckeys-DkP1x_9a.js',
    '/..%2fkeys-DkP1x_9a.js',
  ]
  for (const way of ways) {
    const { status, text } = await get(built, way)
    expect([way, status >= 400, text.includes('secret')]).toEqual([way, true, false])
  }
})

test('a data folder that cannot be written to is logged and stops nothing', async () => {
  const lines: string[] = []
  const logger = pino({}, { write: (line) => void lines.push(line) })
  const file = path.join(dataFolder, 'a-file')
  await writeFile(file, '')
  const keeping = startKeepingWebFiles({ config: { dataFolder: file }, logger, now: () => november(1) })
  await expect.poll(() => lines.join()).toContain('web files could not be kept for open pages')
  await keeping.stop()
  expect((await get(await build(shell), `/static/${shell}`)).status).toBe(200)
})
