/** A setting that is missing or invalid. The message never repeats the value, which may be a secret. */
export class InvalidSetting extends Error {
  constructor(name: string) {
    super(`The setting ${name} must be ${meanings[name] ?? 'set'}`)
    this.name = 'InvalidSetting'
  }
}

const meanings: Record<string, string> = {
  HOST: 'a network address of this machine, such as 0.0.0.0 for all of them',
  PORT: 'a port number from 0 to 65535',
  FETTLE_DATA: 'a folder',
  DATABASE_URL: 'a PostgreSQL address, postgres://user:password@host:port/database',
  FETTLE_SERVICES_DATABASE_URL: 'a PostgreSQL address, postgres://fettle_api:password@host:port/database',
  FETTLE_DATABASE_FOLDER: 'a folder',
  FETTLE_DISK_RESERVE: 'a whole number of at least 1, in MiB',
  FETTLE_PUBLIC_URL:
    'an address such as https://fettle.example.com, without a path; mail, text messages and an external issuer need it',
  FETTLE_PROXY_HOPS: 'a whole number from 0 to 9',
  FETTLE_LOG_LEVEL: 'silent, error, warn, info or debug',
  FETTLE_METRICS_TOKEN: 'at least 16 characters',
  FETTLE_LOGIN_FAILURES: 'a whole number of at least 1',
  FETTLE_REGISTRATIONS: 'a whole number of at least 1',
  FETTLE_TOKEN_SECONDS: 'a whole number from 1 to 3600',
  FETTLE_IMAGES_S3_BUCKET: 'the name of a bucket',
  FETTLE_IMAGES_S3_REGION: 'the name of a region, such as eu-west-2',
  FETTLE_IMAGES_S3_ENDPOINT: 'an address such as https://s3.example.com, without a path',
  FETTLE_IMAGES_S3_KEY_ID: 'set together with FETTLE_IMAGES_S3_SECRET',
  FETTLE_IMAGES_S3_SECRET: 'set together with FETTLE_IMAGES_S3_KEY_ID',
  FETTLE_HEADS_S3_BUCKET: 'the name of a bucket',
  FETTLE_HEADS_S3_REGION: 'the name of a region, such as eu-west-2',
  FETTLE_HEADS_S3_ENDPOINT: 'an address such as https://s3.example.com, without a path',
  FETTLE_HEADS_S3_KEY_ID: 'set together with FETTLE_HEADS_S3_SECRET',
  FETTLE_HEADS_S3_SECRET: 'set together with FETTLE_HEADS_S3_KEY_ID',
  FETTLE_STRIPE_KEY: 'a Stripe secret key, sk_..., set together with FETTLE_STRIPE_WEBHOOK_SECRET',
  FETTLE_STRIPE_WEBHOOK_SECRET: 'the signing secret of the webhook, whsec_..., set together with FETTLE_STRIPE_KEY',
  FETTLE_PAYMENT_SANDBOX: 'on or off',
  FETTLE_SMTP_URL: 'an address such as smtps://user:password@mail.example.com',
  FETTLE_MAIL_FROM: 'set with FETTLE_SMTP_URL, an address such as Fettle <fettle@example.com>',
  FETTLE_SMS_URL: 'an https address without a name or password, to which text messages are posted',
  FETTLE_SMS_FORMAT: 'json or form',
  FETTLE_SMS_TO_FIELD: 'the name of a field',
  FETTLE_SMS_TEXT_FIELD: 'the name of a field',
  FETTLE_SMS_FROM: 'at most 40 characters',
  FETTLE_SMS_FROM_FIELD: 'the name of a field',
  FETTLE_SMS_ID_FIELD: 'the name of a field',
  FETTLE_SMS_FIELDS: 'a JSON object whose values are texts, such as {"type":"unicode"}',
  FETTLE_SMS_TOKEN: 'a bearer token, set instead of FETTLE_SMS_USER',
  FETTLE_SMS_USER: 'a name without a colon',
  FETTLE_SMS_PASSWORD: 'set together with FETTLE_SMS_USER',
  FETTLE_SMS_PRIVATE: 'on or off',
  FETTLE_SMS_DAILY: 'a whole number of at least 1',
  FETTLE_SMS_SANDBOX: 'on or off',
  FETTLE_WEBHOOKS_PRIVATE: 'on or off',
  FETTLE_OIDC_ISSUER: 'an https address, exactly as the provider writes it',
  FETTLE_OIDC_CLIENT_ID: 'set with FETTLE_OIDC_ISSUER',
  FETTLE_OIDC_CLIENT_SECRET: 'set with FETTLE_OIDC_ISSUER',
}
