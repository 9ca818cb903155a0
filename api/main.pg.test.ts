import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { connect as connectTo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#ledger/database/connect.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { compiledCode, freePort } from '#test/faults/processes.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'fettle-main-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const program = fileURLToPath(new URL('main.ts', import.meta.url))

/** The API as a process; `said` is all of its output. */
function start(settings: Record<string, string>) {
  const env = { ...compiledCode, FETTLE_DATA: folder, DATABASE_URL: database.url, ...settings }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const output = { said: '' }
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output.said += chunk))
  return { child, output, ended: once(child, 'exit').then(([code]) => code) }
}

async function listening() {
  const port = await freePort()
  const api = start({ PORT: String(port), FETTLE_LOG_LEVEL: 'debug' })
  const url = `http://127.0.0.1:${port}`
  for (
    let tries = 0;
    !(await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ));
    tries += 1
  ) {
    if (tries > 600) throw new Error(api.output.said)
    await sleep(50)
  }
  return { ...api, url }
}

const attempt = JSON.stringify({ email: 'nobody@example.com', password: 'tannery wharf 31' })

/** A sign-in over a connection of its own, whose body is still to come although the server has begun to handle it. */
async function beginSignIn(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connectTo(Number(port), hostname)
  const closed = Promise.withResolvers<void>()
  const signIn = { closed: closed.promise, said: '', end: () => socket.write(attempt) }
  socket.on('data', (chunk) => (signIn.said += chunk))
  socket.on('error', () => undefined).on('close', () => closed.resolve())
  const headers = ['Host: fettle', 'Content-Type: application/json', `Content-Length: ${attempt.length}`]
  socket.write(['POST /api/auth/login HTTP/1.1', ...headers, 'Expect: 100-continue', '', ''].join('\r\n'))
  await expect.poll(() => signIn.said).toContain('100 Continue')
  return signIn
}

test.each([
  [{ PORT: 'many' }, 'The setting PORT must be a port number from 0 to 65535\n'],
  [
    { DATABASE_URL: '' },
    'The setting DATABASE_URL must be a PostgreSQL address, postgres://user:password@host:port/database\n',
  ],
])('invalid settings %j end the process with code 78 and one line', async (settings, said) => {
  const { ended, output } = start(settings)
  expect(await ended).toBe(78)
  expect(output.said).toBe(said)
})

test('a port already in use ends the process with code 78 and one line', async () => {
  const other = createServer().listen(0)
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? String(address.port) : ''
  const { ended, output } = start({ PORT: port, FETTLE_LOG_LEVEL: 'silent' })
  expect(await ended).toBe(78)
  expect(output.said).toBe(`Port ${port} is already in use by another program. Set PORT to a different one\n`)
  other.close()
})

test('broken keys end the process with code 78 and one line with the remedy', async () => {
  const data = path.join(folder, 'broken-keys')
  await mkdir(data)
  await writeFile(path.join(data, 'keys.json'), '{"kid":')
  const { ended, output } = start({ FETTLE_DATA: data, PORT: '0' })
  expect(await ended).toBe(78)
  expect(output.said).toMatch(
    /^The keys in \S+keys\.json cannot be used\. Put back a copy, or remove the file, [^\n]+\n$/,
  )
})

test('a database that may lose acknowledged commits ends the process with code 78 and one line', async () => {
  const unsafe = await createDatabase()
  const owner = connect(unsafe.url, undefined, { max: 1 })
  await owner.query(`alter database ${new URL(unsafe.url).pathname.slice(1)} set synchronous_commit = off`)
  await owner.end()
  const { ended, output } = start({ DATABASE_URL: unsafe.url, PORT: '0', FETTLE_LOG_LEVEL: 'silent' })
  expect(await ended).toBe(78)
  expect(output.said).toMatch(/^Fettle refuses to run on a database with synchronous_commit off: [^\n]+\n$/)
  await unsafe.drop()
})

test('the process waits for its database to start, and can be stopped while it waits', async () => {
  const nobody = `postgres://postgres@127.0.0.1:${await freePort()}/fettle`
  const { child, ended, output } = start({ DATABASE_URL: nobody, PORT: '0' })
  while (!output.said.includes('waiting for the database')) await sleep(20)
  await sleep(700)
  expect(child.exitCode).toBeNull()
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test.each(['SIGTERM', 'SIGINT', 'disconnect'] as const)(
  'on %s it lets a request under way finish and ends cleanly',
  async (how) => {
    const api = await listening()
    const [first, second] = [await beginSignIn(api.url), await beginSignIn(api.url)]
    if (how === 'disconnect') api.child.disconnect()
    else api.child.kill(how)
    while (!api.output.said.includes('"stopping"')) await sleep(10)
    await expect(fetch(`${api.url}/healthz`)).rejects.toThrow()
    first.end()
    // It is closed as nothing is under way on it any more; after five seconds the other would be cut too.
    await first.closed
    expect(first.said).toContain(' 401 ')
    second.end()
    await second.closed
    expect(second.said).toContain(' 401 ')
    expect(await api.ended).toBe(0)
    expect(api.output.said).not.toContain('without waiting any longer')
  },
)

test('a file of an earlier build is served from the data folder, and one that no build has had for long is deleted', async () => {
  const kept = path.join(folder, 'web-files', 'static')
  await mkdir(kept, { recursive: true })
  await writeFile(path.join(kept, 'jobs-Bc7Q2w0Z.js'), 'void 0')
  await writeFile(path.join(kept, 'older-Bc7Q2w0Y.js'), 'void 0')
  await utimes(path.join(kept, 'older-Bc7Q2w0Y.js'), new Date(), new Date(Date.now() - 31 * 86_400_000))
  const api = await listening()
  const answer = await fetch(`${api.url}/static/jobs-Bc7Q2w0Z.js`)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  expect(await answer.text()).toBe('void 0')
  await expect.poll(() => readdir(kept)).not.toContain('older-Bc7Q2w0Y.js')
  api.child.kill('SIGTERM')
  await api.ended
})

test('the logs hold no password, token, cookie or email, and have a line for every request', async () => {
  const api = await listening()
  const secrets = { email: 'secret.person@example.com', password: 'tannery wharf 31' }
  const ask = (to: string, init: RequestInit = {}) =>
    fetch(api.url + to, { ...init, headers: { 'content-type': 'application/json', origin: api.url, ...init.headers } })
  const post = (to: string, body: object) => ask(to, { method: 'POST', body: JSON.stringify(body) })

  const registered = await post('/api/auth/register', { ...secrets, businessName: 'B', username: 'b' })
  const { token } = await registered.json()
  const cookie = registered.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  await post('/api/auth/register', { ...secrets, businessName: 'B', username: 'b' })
  await post('/api/auth/login', secrets)
  await post('/api/auth/login', { ...secrets, password: 'tannery wharf 32' })
  await ask('/api/auth/login', { method: 'POST', body: `{"password":"${secrets.password}` })
  await ask('/api/auth/refresh', { method: 'POST', headers: { cookie } })
  await ask(`/api/me?token=${token}`, { headers: { authorization: `Bearer ${token}` } })
  const last = await ask('/api/me')
  await last.text()
  api.child.kill('SIGTERM')
  await api.ended

  const { said } = api.output
  expect(said).toContain(last.headers.get('x-request-id'))
  expect(said.match(/"path":"\/api\/auth\/login"/g)).toHaveLength(3)
  for (const secret of [
    ...Object.values(secrets),
    'wharf',
    token,
    token.split('.')[2],
    cookie.split('=')[1],
    'secret.person',
  ])
    expect(said).not.toContain(secret)
})
