import { generateKeyPairSync } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import { expect, test } from 'vitest'
import { signedHead } from '#core/wire/proof.ts'
import { companyId } from '#test/core/given-when-then.ts'
import { type HeadKey, readSignedHead, signHead, thumbprint } from './signed-head.ts'

function aKey(): HeadKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const jwk = signedHead.shape.publicKey.parse(publicKey.export({ format: 'jwk' }))
  return { keyId: thumbprint(jwk), privateKey, publicKey: jwk }
}
const head = { companyId, epoch: 1, seq: 1_204, hash: 'ab'.repeat(32), signedAt: '2026-11-20T09:00:00.000Z' }

test('a signed head can be read from its file, whatever its key order and spacing', () => {
  const signed = signHead(aKey(), head)
  expect(readSignedHead(JSON.stringify(signed))).toEqual(signed)
  const reversed = Object.fromEntries(Object.entries(signed.head).reverse())
  expect(readSignedHead(JSON.stringify({ ...signed, head: reversed }, undefined, 4))).toEqual(signed)
})

test('the id of a key is its RFC 7638 thumbprint', async () => {
  const { keyId, publicKey } = aKey()
  expect(keyId).toBe(await calculateJwkThumbprint({ ...publicKey }))
})

const log = { place: 7, previous: 'cd'.repeat(32), companies: 3 }

test('a head from before the log of heads has no place in it, and stays valid', () => {
  const signed = signHead(aKey(), head)
  expect(signed.head).not.toHaveProperty('log')
  expect(readSignedHead(JSON.stringify(signed))).toEqual(signed)
})

test('a head with any change is invalid', () => {
  const signed = signHead(aKey(), { ...head, log })
  const other = signHead(aKey(), { ...head, log })
  const changes = [
    ...Object.entries({
      ...head,
      seq: 1_205,
      epoch: 2,
      hash: 'ac'.repeat(32),
      signedAt: '2026-11-20T09:00:00.001Z',
    })
      .filter(([name, value]) => value !== Object(head)[name])
      .map(([name, value]) => ({ ...signed, head: { ...signed.head, [name]: value } })),
    ...Object.entries({ place: 8, previous: 'ce'.repeat(32), companies: 2 }).map(([name, value]) => ({
      ...signed,
      head: { ...signed.head, log: { ...log, [name]: value } },
    })),
    { ...signed, head: { ...signed.head, log: undefined } },
    { ...signed, head: { ...signed.head, companyId: 'f0000000-0000-7000-8000-000000000000' } },
    { ...signed, publicKey: other.publicKey },
    { ...signed, publicKey: other.publicKey, head: { ...signed.head, keyId: other.head.keyId } },
    { ...signed, publicKey: other.publicKey, signature: other.signature },
    { ...signed, signature: other.signature },
    { ...signed, signature: signed.signature.slice(2) },
    { ...signed, publicKey: { ...signed.publicKey, x: 'AAAA' } },
    { ...signed, extra: 1 },
    { head: signed.head, publicKey: signed.publicKey },
  ]
  expect(changes).toHaveLength(17)
  for (const change of changes) expect(readSignedHead(JSON.stringify(change)), JSON.stringify(change)).toBeUndefined()
  for (const text of ['', '{', 'null', '[]', '"head"', JSON.stringify(signed).slice(1)])
    expect(readSignedHead(text)).toBeUndefined()
})
