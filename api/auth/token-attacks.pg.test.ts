import { createHmac } from 'node:crypto'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let dana: SignedInTest
let payload: Record<string, unknown>
let kid: string
beforeAll(async () => {
  server = await startServer()
  dana = await server.registerCompany()
  const [header, body] = dana.token.split('.').map((part) => Buffer.from(part, 'base64url').toString())
  kid = JSON.parse(header ?? '').kid
  payload = JSON.parse(body ?? '')
})
afterAll(() => server.close())

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const good = () => ({ alg: 'EdDSA', typ: 'at+jwt', kid })

/** A token signed with our key, but with other contents than ours. */
const signedByUs = (header: Record<string, unknown>, claims: object) =>
  new SignJWT({ ...claims }).setProtectedHeader({ ...good(), ...header }).sign(server.services.keys.signing)

const without = (claim: string) => Object.fromEntries(Object.entries(payload).filter(([name]) => name !== claim))

function signedWith(secret: string | Buffer, alg: 'HS256' | 'HS512', header = {}) {
  const input = `${encoded({ ...good(), alg, ...header })}.${encoded(payload)}`
  return `${input}.${createHmac(alg === 'HS256' ? 'sha256' : 'sha512', secret)
    .update(input)
    .digest('base64url')}`
}

async function signedByStranger(header: Record<string, unknown> = {}, alg = 'EdDSA') {
  const { privateKey, publicKey } = await generateKeyPair(alg)
  const jwk = await exportJWK(publicKey)
  return new SignJWT(payload)
    .setProtectedHeader({ ...good(), alg, ...header, ...('jwk' in header ? { jwk } : {}) })
    .sign(privateKey)
}

/** Our token with one character changed. */
function tampered(part: number) {
  const parts = dana.token.split('.')
  const text = parts[part] ?? ''
  parts[part] = `${text.slice(0, 12)}${text[12] === 'A' ? 'B' : 'A'}${text.slice(13)}`
  return parts.join('.')
}

const attacks: Record<string, () => Promise<string> | string> = {
  'no token': () => '',
  'no JWT at all': () => 'abc.def.ghi',
  'alg none without a signature': () => `${encoded({ ...good(), alg: 'none' })}.${encoded(payload)}.`,
  'alg None with ours': () => `${encoded({ ...good(), alg: 'None' })}.${encoded(payload)}.${dana.token.split('.')[2]}`,
  'HS256 with the public key as its secret': async () =>
    signedWith(await exportSPKI(server.services.keys.verifying), 'HS256'),
  'HS256 with the raw public key as its secret': async () =>
    signedWith(Buffer.from((await exportJWK(server.services.keys.verifying)).x ?? '', 'base64url'), 'HS256'),
  HS512: () => signedWith('secret', 'HS512'),
  'RS256 by a stranger': () => signedByStranger({}, 'RS256'),
  'ES256 by a stranger': () => signedByStranger({}, 'ES256'),
  "another installation's key": () => signedByStranger(),
  'a kid that climbs out of its folder': () => signedByStranger({ kid: '../../../../dev/null' }),
  'a key in the header (jwk)': () => signedByStranger({ jwk: true }),
  'a key from elsewhere (jku)': () => signedByStranger({ jku: 'http://127.0.0.1:1/keys.json' }),
  'a key from elsewhere (x5u)': () => signedByStranger({ x5u: 'http://127.0.0.1:1/cert.pem' }),
  'an unknown critical header': () => signedByStranger({ crit: ['b64'], b64: true }),
  'no exp': () => signedByUs({}, without('exp')),
  'no aud': () => signedByUs({}, without('aud')),
  'no iss': () => signedByUs({}, without('iss')),
  'no sub': () => signedByUs({}, without('sub')),
  'no session': () => signedByUs({}, without('sid')),
  'another audience': () => signedByUs({}, { ...payload, aud: 'someone-else' }),
  'another issuer': () => signedByUs({}, { ...payload, iss: 'https://evil.example' }),
  'another kind of token': () => signedByUs({ typ: 'JWT' }, payload),
  'no kind of token': () => signedByUs({ typ: undefined }, payload),
  'a token that has expired': () => signedByUs({}, { ...payload, exp: Math.floor(Date.now() / 1_000) - 1 }),
  'a token that is not good yet': () => signedByUs({}, { ...payload, nbf: Math.floor(Date.now() / 1_000) + 600 }),
  'an exp that is text': () => signedByUs({}, { ...payload, exp: '9999999999' }),
  'a company that is no id': () => signedByUs({}, { ...payload, cid: "x'; drop table event; --" }),
  "another company's id": () => signedByUs({}, { ...payload, cid: '0192f0c0-0000-7000-8000-000000000002' }),
  'a session that is not theirs': () => signedByUs({}, { ...payload, sid: '0192f0c0-0000-7000-8000-000000000002' }),
  'a changed header': () => tampered(0),
  'changed claims': () => tampered(1),
  'a changed signature': () => tampered(2),
  'the refresh token': () => dana.cookie.split('=')[1] ?? '',
  '20 KB': () => `${dana.token}${'A'.repeat(20_000)}`,
  '20 KB of claims, signed by us': () => signedByUs({}, { ...payload, more: 'x'.repeat(15_000) }),
}

test('a valid token is accepted', async () => {
  expect((await server.call('/api/me', { token: dana.token })).status).toBe(200)
  expect((await server.call('/api/me', { token: await signedByUs({}, payload) })).status).toBe(200)
})

test.each(Object.keys(attacks))('refused: %s', async (attack) => {
  const token = await attacks[attack]?.()
  const answer = await server.call('/api/me', token ? { token } : {})
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  expect(await answer.json()).toEqual({
    error: token ? 'Failed to verify user token' : 'Authentication token not available. Please log in again.',
    code: 'not-signed-in',
  })
})

test('a token is accepted only in its header: not in the address, a cookie, or under another scheme', async () => {
  const { token } = dana
  for (const request of [
    server.call(`/api/me?access_token=${token}`),
    server.call('/api/me', { cookie: `token=${token}` }),
    server.call('/api/me', { headers: { authorization: `Basic ${token}` } }),
    server.call('/api/me', { headers: { authorization: `Bearer ${token} ${token}` } }),
  ]) {
    expect((await request).status).toBe(401)
  }
})
