import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadKeys } from '#api/keys/keys.ts'
import { signAccessToken, verifyAccessToken } from './access-token.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fettle-keys-'))
})
afterAll(() => rm(folder, { recursive: true }))

const claims = {
  userId: '0192f0c0-0000-7000-8000-000000000001',
  companyId: '0192f0c0-0000-7000-8000-000000000002',
  sessionId: 'b3c1c5c0-8a52-4c0e-9d1c-3f1f0a9f7d11',
}

test('keys are created once, whichever process starts first, and only their owner can read them', async () => {
  const data = path.join(folder, 'shared')
  const all = await Promise.all(Array.from({ length: 8 }, () => loadKeys(data)))
  expect(new Set(all.map((keys) => keys.kid)).size).toBe(1)
  expect(new Set(all.map((keys) => keys.refreshSecret.toString('hex'))).size).toBe(1)
  expect((await stat(path.join(data, 'keys.json'))).mode & 0o777).toBe(0o600)
})

test('a token is valid until it expires, also after a restart', async () => {
  const data = path.join(folder, 'restarted')
  const token = await signAccessToken(await loadKeys(data), claims, 60)
  expect(await verifyAccessToken(await loadKeys(data), token)).toMatchObject(claims)
})

test('a token is invalid after it expires', async () => {
  const keys = await loadKeys(path.join(folder, 'expired'))
  expect(await verifyAccessToken(keys, await signAccessToken(keys, claims, -1))).toBeUndefined()
})

test('a token that was verified before is invalid once it has expired, and with any character changed', async () => {
  const keys = await loadKeys(path.join(folder, 'again'))
  const token = await signAccessToken(keys, claims, 60)
  const first = await verifyAccessToken(keys, token)
  expect(await verifyAccessToken(keys, token)).toEqual(first)
  // The last character has bits that count for nothing; one before it has none.
  const altered = token.at(-2) === 'A' ? 'B' : 'A'
  expect(await verifyAccessToken(keys, `${token.slice(0, -2)}${altered}${token.at(-1)}`)).toBeUndefined()
  const end = first?.expiresAt ?? 0
  expect(await verifyAccessToken(keys, token, end - 1)).toEqual(first)
  expect(await verifyAccessToken(keys, token, end)).toBeUndefined()
})

test('a token of another installation is invalid here', async () => {
  const other = await loadKeys(path.join(folder, 'other'))
  const here = await loadKeys(path.join(folder, 'here'))
  const token = await signAccessToken(other, claims, 60)
  expect(await verifyAccessToken(other, token)).toMatchObject(claims)
  expect(await verifyAccessToken(here, token)).toBeUndefined()
})
