import { expect, test } from 'vitest'
import { isPublic, reachable } from './addresses.ts'

const inside = [
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.8',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:169.254.169.254',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2001::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  '2001:db8::1',
  '5f00::1',
  'localhost',
  '',
]
const outside = ['1.1.1.1', '93.184.216.34', '::ffff:1.1.1.1', '2606:4700::1111']

test('only addresses of the public internet are public', () => {
  expect(inside.filter(isPublic)).toEqual([])
  expect(outside.filter(isPublic)).toEqual(outside)
})

const at =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
const ask = (url: string, mayBePrivate = false, ...addresses: string[]) =>
  reachable(new URL(url), mayBePrivate, at(...addresses))

test('a webhook reaches https hosts of which every address is public', async () => {
  expect(await ask('https://hooks.example.com/a', false, '1.1.1.1', '2606:4700::1111')).toHaveLength(2)
  expect(await ask('http://hooks.example.com/a', false, '1.1.1.1')).toBe('not-https')
  expect(await ask('https://hooks.example.com/a', false, '1.1.1.1', '127.0.0.1')).toBe('address-not-public')
  expect(await ask('https://hooks.example.com/a')).toBe('host-not-found')
  expect(await reachable(new URL('https://x.example'), false, () => Promise.reject(new Error('ENOTFOUND')))).toBe(
    'host-not-found',
  )
})

test('an address that is written in the url itself is checked, however it is written', async () => {
  const hosts = ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::1]', '[::ffff:127.0.0.1]', '0']
  for (const host of hosts) expect(await ask(`https://${host}/`, false, '1.1.1.1')).toBe('address-not-public')
})

test('with the setting a webhook reaches private hosts and http, but never what a cloud gives its machines', async () => {
  expect(await ask('http://jobs.internal:8080/', true, '10.0.0.7')).toHaveLength(1)
  expect(await ask('http://localhost/', true, '127.0.0.1')).toHaveLength(1)
  for (const address of [
    '169.254.169.254',
    '::ffff:169.254.169.254',
    'fd00:ec2::254',
    '100.100.100.200',
    '::ffff:6464:64c8',
    '0.0.0.0',
  ])
    expect(await ask('http://metadata/', true, address)).toBe('address-not-public')
  expect(await ask('ftp://files.internal/', true, '10.0.0.7')).toBe('not-https')
})
