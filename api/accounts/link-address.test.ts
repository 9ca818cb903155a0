import { expect, test } from 'vitest'
import { linkAddress } from './link-address.ts'

const asked = (host: string | undefined, publicUrl?: string) =>
  linkAddress(publicUrl ? { publicUrl } : {}, { protocol: 'http', headers: { host } })

test('a link is made of the public address, whatever the request claims', () => {
  expect(asked('evil.example', 'https://fettle.example')).toBe('https://fettle.example')
})

test('without a public address a link is made of the Host only on the machine itself', () => {
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'localhost'])
    expect(asked(host)).toBe(`http://${host}`)
  for (const host of [
    'evil.example',
    '192.168.1.5:3000',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '',
    undefined,
  ])
    expect(() => asked(host), host).toThrow('must set FETTLE_PUBLIC_URL')
})
