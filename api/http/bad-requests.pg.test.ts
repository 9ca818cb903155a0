import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { projector: false })
})
afterAll(() => server.close())

const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
  fetch(`${server.url}${paths.login}`, { method: 'POST', body, headers })
const json = { 'content-type': 'application/json' }

/** Every response must be our JSON, whatever the request. */
async function failure(answer: Response) {
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const body = await answer.text()
  expect(body).not.toMatch(/<|\bat .*\.ts|node_modules|Error:/)
  return { status: answer.status, ...JSON.parse(body) }
}

test.each(['{', '{"email":}', '"text"', '5', 'null', '{"a":1}{"b":2}', "{'email':1}", '\u0000'])(
  'a body that is no JSON object is refused: %j',
  async (body) => {
    expect(await failure(await post(body, json))).toMatchObject({ status: 400, code: 'invalid' })
  },
)

test('a list is refused', async () => {
  expect(await failure(await post('[]', json))).toMatchObject({ status: 400, code: 'invalid' })
})

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'nonsense',
])('a body of the type %s is refused', async (type) => {
  const answer = await failure(await post('{"email":"a@example.com","password":"x"}', { 'content-type': type }))
  expect(answer).toEqual({ status: 415, error: 'Send the body as application/json.', code: 'unsupported-media-type' })
})

test('a body without a type is refused', async () => {
  const answer = await fetch(`${server.url}${paths.login}`, { method: 'POST', body: new Uint8Array([123, 125]) })
  expect(await failure(answer)).toMatchObject({ status: 415 })
})

test('no body at all is refused', async () => {
  expect(await failure(await fetch(`${server.url}${paths.login}`, { method: 'POST' }))).toMatchObject({ status: 400 })
})

test.each([
  ['content-encoding', 'nonsense'],
  ['content-type', 'application/json; charset=latin-5'],
])('a body that cannot be decoded is refused: %s %s', async (name, value) => {
  expect(await failure(await post('{}', { ...json, [name]: value }))).toMatchObject({
    status: 415,
    code: 'unsupported-media-type',
  })
})

test('a body of 1 MB is refused', async () => {
  const body = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(1_000_000) })
  expect(await failure(await post(body, json))).toEqual({
    status: 413,
    error: 'The request is too large. The limit is 100 KB.',
    code: 'too-large',
  })
})

test('a small body that would decompress to a large one is refused', async () => {
  const packed = await new Response(
    new Blob([JSON.stringify({ email: 'x'.repeat(10_000_000) })]).stream().pipeThrough(new CompressionStream('gzip')),
  ).bytes()
  expect(packed.length).toBeLessThan(100_000)
  expect(await failure(await post(packed, { ...json, 'content-encoding': 'gzip' }))).toMatchObject({ status: 413 })
})

test.each(['/api', '/api/', '/api/nonsense', '/api/auth', '/api/auth/login/more', '/api/../api/nonsense', '/api/%00'])(
  'the path %s is unknown',
  async (path) => {
    expect(await failure(await server.call(path))).toEqual({ status: 404, error: 'Not found.', code: 'not-found' })
  },
)

test('a path that cannot be decoded is refused', async () => {
  expect(await failure(await server.call('/api/jobs/%E0%A4%A'))).toMatchObject({ status: 400 })
})

test.each([
  [paths.login, 'GET', 'POST'],
  [paths.login, 'DELETE', 'POST'],
  [paths.me, 'POST', 'GET, HEAD'],
  [paths.me, 'PUT', 'GET, HEAD'],
  [paths.healthz, 'POST', 'GET, HEAD'],
])('%s does not take %s', async (path, method, allowed) => {
  const answer = await server.call(path, { method })
  expect(answer.headers.get('allow')).toBe(allowed)
  expect(await failure(answer)).toMatchObject({ status: 405, code: 'method-not-allowed' })
})

test('every API response forbids caching and has the security headers', async () => {
  for (const path of [paths.me, '/api/nonsense', paths.login]) {
    const { headers } = await server.call(path)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy.split(';').find((rule) => rule.startsWith('script-src '))).toMatch(
      /^script-src 'self' 'sha256-[A-Za-z0-9+/]{43}='$/,
    )
    // Without a public address no Host header adds an origin to connect to.
    for (const rule of ["base-uri 'none'", "object-src 'none'", "frame-ancestors 'none'", "connect-src 'self'"])
      expect(policy.split(';')).toContain(rule)
    expect(policy).not.toMatch(/script-src[^;]*unsafe|\*/)
  }
})

test('a forged host cannot inject into the security policy', async () => {
  const policy = await new Promise<string>((resolve, reject) => {
    const { port } = new URL(server.url)
    request({ port, host: '127.0.0.1', path: '/api/me', headers: { host: 'x; script-src *' } }, (answer) => {
      answer.resume()
      resolve(String(answer.headers['content-security-policy']))
    })
      .on('error', reject)
      .end()
  })
  expect(policy).not.toContain('script-src *')
})

test('every request has an id of our own, whatever the caller sends', async () => {
  const answers = await Promise.all([1, 2].map(() => server.call(paths.me, { headers: { 'x-request-id': 'mine' } })))
  const ids = answers.map(({ headers }) => headers.get('x-request-id'))
  for (const one of ids) expect(one).toMatch(/^[\da-f-]{36}$/)
  expect(new Set(ids).size).toBe(2)
})

test('pages of other sites are not allowed: there are no CORS headers', async () => {
  const answer = await server.call(paths.login, { method: 'OPTIONS', headers: { origin: 'https://evil.example' } })
  expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
})
