import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newSecret, signedHeaders } from './signature.ts'

const body = JSON.stringify({ type: 'NoteAdded', sentence: 'rang the tenant – “soon”' })
const id = '0193a5f0-2eac-7000-8000-000000000001'

test('the reference library of Standard Webhooks accepts what is signed, and nothing that was changed on the way', () => {
  const secret = newSecret()
  const headers = signedHeaders([secret], id, new Date(), body)
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(new Webhook(secret).sign(id, new Date(Number(headers['webhook-timestamp']) * 1_000), body)).toBe(
    headers['webhook-signature'],
  )
  for (const [changed, sent] of [
    [headers, `${body} `],
    [{ ...headers, 'webhook-id': id.replace('1', '2') }, body],
    [{ ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }, body],
  ] as const)
    expect(() => new Webhook(secret).verify(sent, changed)).toThrow()
  expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow()
  const old = signedHeaders([secret], id, new Date(Date.now() - 600_000), body)
  expect(() => new Webhook(secret).verify(body, old)).toThrow()
})

test('a delivery with two secrets is accepted with either, and with no other', () => {
  const [newest, earlier] = [newSecret(), newSecret()]
  const headers = signedHeaders([newest, earlier], id, new Date(), body)
  for (const secret of [newest, earlier]) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow()
})
