import { expect, test } from 'vitest'
import { strategyFor } from './strategy.ts'

const origin = 'https://fettle.example'
const stored = new Set(['/static/shell-abcdefgh.js', '/favicon.svg'])
const opened = (path: string) => strategyFor({ method: 'GET', mode: 'navigate', url: origin + path }, origin, stored)
const fetched = (path: string, method = 'GET') =>
  strategyFor({ method, mode: 'cors', url: new URL(path, origin).href }, origin, stored)

test('every signed-in address opens from the device, with or without a query', () => {
  for (const path of [
    '/sites?page=2',
    '/job/0198c0de-0000-7000-8000-000000000001',
    '/waiting/',
    '/subscription/success',
  ])
    expect([path, opened(path)]).toEqual([path, 'shell'])
})

test('a public page comes from the network while there is one', () => {
  for (const path of ['/', '/auths', '/docs/field-worker', '/job/1/2'])
    expect([path, opened(path)]).toEqual([path, 'shell-offline'])
})

test('files of the build come from the device', () => {
  expect(fetched('/static/shell-abcdefgh.js')).toBe('file')
  expect(fetched('/static/older-build1234.js')).toBe('file')
  expect(fetched('/favicon.svg')).toBe('file')
})

test('the API, photos, sockets, other sites and every write go to the network', () => {
  for (const path of ['/api/jobs', '/api', '/assets/photo', '/socket/?EIO=4', '/sandbox/pay', '/metrics'])
    expect([path, opened(path), fetched(path)]).toEqual([path, 'network', 'network'])
  expect(fetched('https://other.example/static/shell-abcdefgh.js')).toBe('network')
  expect(fetched('/static/shell-abcdefgh.js', 'POST')).toBe('network')
  expect(opened('/social-card.png')).toBe('network')
})
