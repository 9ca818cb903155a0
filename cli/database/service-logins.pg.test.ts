import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#ledger/database/connect.ts'
import { type OwnPostgres, openOwnPostgres } from '#test/database/own-postgres.ts'
import { openLogins, openServiceLogins, serviceAddress, warningOfLogin } from './service-logins.ts'

let server: OwnPostgres
let superuser: pg.Client
beforeAll(async () => {
  server = await openOwnPostgres()
  superuser = new pg.Client({ connectionString: server.url })
  await superuser.connect()
})
afterAll(async () => {
  await superuser.end()
  await server.close()
})

const settings = { host: '127.0.0.1', port: 0, dataFolder: '.', environment: {} }
const as = (user: string, password: string) => {
  const url = new URL(server.url)
  url.username = user
  url.password = password
  return url.href
}
const loginOf = async (url: string) => {
  const pool = connect(url, 'fettle_api', { max: 1 })
  const { rows } = await pool.query('select session_user as login, current_user as role')
  await pool.end()
  return rows[0]
}

test('a database of Fettle’s own lets the services log in, again after one changed its password', async () => {
  const address = await openLogins(server.url, settings)
  expect(await loginOf(address)).toEqual({ login: 'fettle_api', role: 'fettle_api' })
  await superuser.query("alter role fettle_auth password 'changed'")
  await openLogins(server.url, settings)
  const pool = connect(address, 'fettle_auth', { max: 1 })
  expect((await pool.query('select session_user as login')).rows).toEqual([{ login: 'fettle_auth' }])
  await pool.end()
})

test('an operator’s database is opened with the password of the setting, and another installation’s is left alone', async () => {
  for (const role of ['fettle_api', 'fettle_auth', 'fettle_projector'])
    await superuser.query(`alter role ${role} nologin`)
  const own = { ...settings, databaseUrl: server.url }
  expect(await openLogins(server.url, own)).toBe(server.url)
  const servicesUrl = as('fettle_api', 'of the operator')
  expect(await openLogins(server.url, { ...own, servicesUrl })).toBe(servicesUrl)
  expect(await loginOf(servicesUrl)).toEqual({ login: 'fettle_api', role: 'fettle_api' })
  const other = openServiceLogins(server.url, as('fettle_api', 'of another installation'))
  await expect(other).rejects.toThrow('a different password from the one in FETTLE_SERVICES_DATABASE_URL')
  expect(await loginOf(servicesUrl)).toMatchObject({ login: 'fettle_api' })
  await openServiceLogins(server.url, serviceAddress(server.url), { isOurs: true })
})

test('a login with too many rights is told by name, and the services’ own is not', async () => {
  await superuser.query("create role landlord login createrole password 'key'; grant fettle_ledger to landlord")
  expect(await warningOfLogin(server.url)).toContain('as fettle, a superuser:')
  expect(await warningOfLogin(as('landlord', 'key'))).toContain('as landlord, which owns the tables:')
  expect(await warningOfLogin(serviceAddress(server.url))).toBeUndefined()
})
