import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const needed = {
  DATABASE_URL: 'postgres://fettle:secret@127.0.0.1:5432/fettle',
  FETTLE_PUBLIC_URL: 'https://fettle.example.com',
}
const FETTLE_SMS_URL = 'https://sms.example.com/v1/messages'

test('text messages need no more than the gateway’s address, and take its own names', () => {
  expect(readConfig(needed).sms).toBeUndefined()
  expect(readConfig({ ...needed, FETTLE_SMS_URL }).sms).toEqual({
    ...{ url: FETTLE_SMS_URL, format: 'json', more: {}, mayBePrivate: false },
    fields: { to: 'to', text: 'text', from: 'from' },
  })
  const twilio = {
    ...{ FETTLE_SMS_URL, FETTLE_SMS_FORMAT: 'form', FETTLE_SMS_TO_FIELD: 'To', FETTLE_SMS_TEXT_FIELD: 'Body' },
    ...{ FETTLE_SMS_FROM: 'Harrow', FETTLE_SMS_FROM_FIELD: 'From', FETTLE_SMS_USER: 'AC1', FETTLE_SMS_PASSWORD: 'p:w' },
    ...{ FETTLE_SMS_ID_FIELD: 'reference', FETTLE_SMS_FIELDS: '{"type":"unicode"}', FETTLE_SMS_DAILY: '50' },
  }
  const read = readConfig({ ...needed, ...twilio })
  expect(read.sms).toEqual({
    ...{ url: FETTLE_SMS_URL, format: 'form', more: { type: 'unicode' }, mayBePrivate: false, from: 'Harrow' },
    fields: { to: 'To', text: 'Body', from: 'From', id: 'reference' },
    authorization: `Basic ${Buffer.from('AC1:p:w').toString('base64')}`,
  })
  expect(read.smsDaily).toBe(50)
  expect(readConfig({ ...needed, FETTLE_SMS_COUNTRIES: 'gb, fr  IE' }).smsCountries).toEqual(['GB', 'FR', 'IE'])
  expect(readConfig({ ...needed, FETTLE_SMS_URL, FETTLE_SMS_TOKEN: 'abc' }).sms?.authorization).toBe('Bearer abc')
})

test('a setting of text messages that cannot work is refused by name, without its value', () => {
  const wrong: [string, Record<string, string>][] = [
    ['FETTLE_SMS_URL', { FETTLE_SMS_URL: 'http://sms.example.com/' }],
    ['FETTLE_SMS_URL', { FETTLE_SMS_URL: 'https://name:secret@sms.example.com/' }],
    ['FETTLE_PUBLIC_URL', { FETTLE_SMS_URL, FETTLE_PUBLIC_URL: '' }],
    ['FETTLE_SMS_PASSWORD', { FETTLE_SMS_URL, FETTLE_SMS_USER: 'secret' }],
    ['FETTLE_SMS_PASSWORD', { FETTLE_SMS_URL, FETTLE_SMS_PASSWORD: 'secret' }],
    [
      'FETTLE_SMS_TOKEN',
      { FETTLE_SMS_URL, FETTLE_SMS_USER: 'a', FETTLE_SMS_PASSWORD: 'b', FETTLE_SMS_TOKEN: 'secret' },
    ],
    ['FETTLE_SMS_TOKEN', { FETTLE_SMS_URL, FETTLE_SMS_TOKEN: 'secret\r\nx: y' }],
    ['FETTLE_SMS_FIELDS', { FETTLE_SMS_URL, FETTLE_SMS_FIELDS: 'secret' }],
    ['FETTLE_SMS_FIELDS', { FETTLE_SMS_URL, FETTLE_SMS_FIELDS: '{"a":1}' }],
    ['FETTLE_SMS_COUNTRIES', { FETTLE_SMS_COUNTRIES: 'GB, secret' }],
    ['FETTLE_SMS_COUNTRIES', { FETTLE_SMS_COUNTRIES: ' , ' }],
    ['FETTLE_SMS_FORMAT', { FETTLE_SMS_URL, FETTLE_SMS_FORMAT: 'xml' }],
  ]
  for (const [name, given] of wrong) {
    const read = () => readConfig({ ...needed, ...given })
    expect(read, name).toThrow(`The setting ${name} must be `)
    expect(read, name).not.toThrow('secret')
  }
  expect(
    readConfig({ ...needed, FETTLE_SMS_URL: 'http://10.0.0.7/', FETTLE_SMS_PRIVATE: 'on' }).sms?.mayBePrivate,
  ).toBe(true)
})
