import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const DATABASE_URL = 'postgres://fettle:secret@127.0.0.1:5432/fettle'

test('only the database has to be set', () => {
  expect(readConfig({ DATABASE_URL, PATH: '/bin' })).toEqual({
    host: '127.0.0.1',
    port: 3000,
    dataFolder: './.fettle',
    databaseUrl: DATABASE_URL,
    proxyHops: 0,
    logLevel: 'info',
    loginFailures: 10,
    registrations: 20,
    tokenSeconds: 600,
  })
})

test('an empty setting counts as unset', () => {
  expect(readConfig({ DATABASE_URL, PORT: '', FETTLE_PUBLIC_URL: '' })).toMatchObject({ port: 3000 })
})

test('the public address is kept as an origin', () => {
  expect(readConfig({ DATABASE_URL, FETTLE_PUBLIC_URL: 'https://Fettle.Example/' }).publicUrl).toBe(
    'https://fettle.example',
  )
})

test('pictures are kept in a bucket if one is set', () => {
  const FETTLE_IMAGES_S3_BUCKET = 'fettle-images'
  expect(readConfig({ DATABASE_URL, FETTLE_IMAGES_S3_BUCKET }).imagesS3).toEqual({
    bucket: 'fettle-images',
    region: 'us-east-1',
  })
  const all = {
    FETTLE_IMAGES_S3_BUCKET,
    FETTLE_IMAGES_S3_REGION: 'eu-west-2',
    FETTLE_IMAGES_S3_ENDPOINT: 'https://s3.example.com/',
    FETTLE_IMAGES_S3_KEY_ID: 'us',
    FETTLE_IMAGES_S3_SECRET: 'secret',
  }
  expect(readConfig({ DATABASE_URL, ...all }).imagesS3).toEqual({
    bucket: 'fettle-images',
    region: 'eu-west-2',
    endpoint: 'https://s3.example.com',
    credentials: { accessKeyId: 'us', secretAccessKey: 'secret' },
  })
  const { FETTLE_IMAGES_S3_SECRET: _, ...half } = all
  expect(() => readConfig({ DATABASE_URL, ...half })).toThrow('FETTLE_IMAGES_S3_KEY_ID')
})

test('the payment sandbox is on or off, or as the address says', () => {
  expect(readConfig({ DATABASE_URL }).paymentSandbox).toBeUndefined()
  expect(readConfig({ DATABASE_URL, FETTLE_PAYMENT_SANDBOX: 'on' }).paymentSandbox).toBe(true)
  expect(readConfig({ DATABASE_URL, FETTLE_PAYMENT_SANDBOX: 'off' }).paymentSandbox).toBe(false)
  expect(() => readConfig({ DATABASE_URL, FETTLE_PAYMENT_SANDBOX: 'yes' })).toThrow('must be on or off')
})

test('Stripe needs both of our keys or, without any, the sandbox is used', () => {
  const both = { FETTLE_STRIPE_KEY: 'sk_live_1', FETTLE_STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  expect(readConfig({ DATABASE_URL }).stripe).toBeUndefined()
  expect(readConfig({ DATABASE_URL, ...both }).stripe).toEqual({ key: 'sk_live_1', webhookSecret: 'whsec_1' })
  for (const name of Object.keys(both))
    for (const value of ['', 'pk_live_1'])
      expect(() => readConfig({ DATABASE_URL, ...both, [name]: value })).toThrow(`The setting ${name} must be`)
})

test('mail needs a server, a sender and the public address for its links', () => {
  const all = {
    FETTLE_SMTP_URL: 'smtp://us:secret@mail.example.com:587',
    FETTLE_MAIL_FROM: 'Fettle <fettle@example.com>',
    FETTLE_PUBLIC_URL: 'https://fettle.example.com',
  }
  expect(readConfig({ DATABASE_URL, ...all }).mail).toEqual({
    smtpUrl: all.FETTLE_SMTP_URL,
    from: all.FETTLE_MAIL_FROM,
  })
  for (const name of ['FETTLE_MAIL_FROM', 'FETTLE_PUBLIC_URL'])
    expect(() => readConfig({ DATABASE_URL, ...all, [name]: '' })).toThrow(`The setting ${name} must be`)
})

test('an external issuer needs our client and public address; its tokens are for our client unless set otherwise', () => {
  const all = {
    FETTLE_OIDC_ISSUER: 'https://id.example.com',
    FETTLE_OIDC_CLIENT_ID: 'fettle',
    FETTLE_OIDC_CLIENT_SECRET: 'secret',
    FETTLE_PUBLIC_URL: 'https://fettle.example.com',
  }
  const external = { issuer: 'https://id.example.com', clientId: 'fettle', clientSecret: 'secret', audience: 'fettle' }
  expect(readConfig({ DATABASE_URL, ...all }).external).toEqual(external)
  const audience = 'fettle-at-harrow'
  expect(readConfig({ DATABASE_URL, ...all, FETTLE_OIDC_AUDIENCE: audience }).external).toEqual({
    ...external,
    audience,
  })
  for (const name of ['FETTLE_OIDC_CLIENT_ID', 'FETTLE_OIDC_CLIENT_SECRET', 'FETTLE_PUBLIC_URL'])
    expect(() => readConfig({ DATABASE_URL, ...all, [name]: '' })).toThrow(`The setting ${name} must be`)
})

test.each([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '3000; rm'],
  ['PORT', '0x10'],
  ['DATABASE_URL', ''],
  ['DATABASE_URL', 'mysql://root:secret@127.0.0.1/fettle'],
  ['DATABASE_URL', 'secret'],
  ['FETTLE_PUBLIC_URL', 'fettle.example'],
  ['FETTLE_PUBLIC_URL', 'javascript:alert(1)'],
  ['FETTLE_PUBLIC_URL', 'https://fettle.example/app'],
  ['FETTLE_PUBLIC_URL', 'https://user:secret@fettle.example'],
  ['FETTLE_PROXY_HOPS', 'true'],
  ['FETTLE_LOG_LEVEL', 'loud'],
  ['FETTLE_METRICS_TOKEN', 'secret'],
  ['FETTLE_LOGIN_FAILURES', '0'],
  ['FETTLE_TOKEN_SECONDS', '86400'],
  ['FETTLE_IMAGES_S3_BUCKET', 'a/secret'],
  ['FETTLE_IMAGES_S3_ENDPOINT', 's3.secret.example'],
  ['FETTLE_IMAGES_S3_SECRET', 'secret word'],
  ['FETTLE_IMAGES_S3_KEY_ID', 'secret word'],
  ['FETTLE_SMTP_URL', 'https://secret.example'],
  ['FETTLE_OIDC_ISSUER', 'http://secret.example'],
])('%s=%s is refused in one line that names the setting and not the value', (name, value) => {
  const wrong = () => readConfig({ DATABASE_URL, [name]: value })
  expect(wrong).toThrow(new RegExp(`^The setting ${name} must be [^\\n]+$`))
  expect(wrong).not.toThrow(/secret/)
})
