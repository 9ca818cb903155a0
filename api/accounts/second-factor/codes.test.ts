import { generate } from 'otplib'
import { expect, test } from 'vitest'
import { isRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { appAddress, isAppCode, newSecret, stepOfCode, typedCode } from './totp.ts'

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const now = new Date('2026-11-20T09:00:10Z')
const step = Math.floor(now.getTime() / 30_000)
const codeAt = (away: number) => generate({ secret, epoch: now.getTime() / 1_000 + away })

test('the codes are those of RFC 6238', async () => {
  const published = { now: new Date(59_000), lastStep: 0 }
  expect(await stepOfCode(secret, '287082', published)).toBe(1)
  expect(await stepOfCode(secret, '287083', published)).toBeUndefined()
})

test('a code is good for its own step and the ones before and after, and no longer', async () => {
  const found = []
  for (const away of [-60, -30, 0, 30, 60])
    found.push(await stepOfCode(secret, await codeAt(away), { now, lastStep: 0 }))
  expect(found).toEqual([undefined, step - 1, step, step + 1, undefined])
})

test('no code works twice, nor one from before the last that was used', async () => {
  expect(await stepOfCode(secret, await codeAt(0), { now, lastStep: step })).toBeUndefined()
  expect(await stepOfCode(secret, await codeAt(-30), { now, lastStep: step })).toBeUndefined()
  expect(await stepOfCode(secret, await codeAt(30), { now, lastStep: step })).toBe(step + 1)
  for (const lastStep of [step + 1, step + 2, step + 1_000])
    expect(await stepOfCode(secret, await codeAt(30), { now, lastStep })).toBeUndefined()
})

test('anything else than six digits is a wrong code', async () => {
  for (const code of ['', '28708', '2870822', 'abcdef', '２８７０８２'])
    expect(await stepOfCode(secret, code, { now: new Date(59_000), lastStep: 0 })).toBeUndefined()
})

test('a code is read as apps show it, in groups', () => {
  expect(typedCode(' 287 082 ')).toBe('287082')
  expect(typedCode('7F3K-9Q2M')).toBe('7f3k9q2m')
  expect([isAppCode('287082'), isAppCode('7f3k9q2m')]).toEqual([true, false])
})

test('an app reads the address with the name of the product and the email', () => {
  const address = new URL(appAddress(secret, 'dana@harrowpike.co.uk'))
  expect([address.protocol, address.host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(address.pathname)).toBe('/Fettle:dana@harrowpike.co.uk')
  expect(address.searchParams.get('secret')).toBe(secret)
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/)
})

test('ten different recovery codes are made at once, which nobody mistakes for a code of the app', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    expect(code).toMatch(/^[0-9a-z]{4}-[0-9a-z]{4}$/)
    expect(isRecoveryCode(typedCode(code))).toBe(true)
    expect(isAppCode(typedCode(code))).toBe(false)
  }
})
