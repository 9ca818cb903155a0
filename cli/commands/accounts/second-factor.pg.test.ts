import { generate } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuthenticatorSetup } from '#core/wire/account/second-factor.ts'
import { paths } from '#core/wire/paths.ts'
import { startServer, type TestServer } from '#test/server/server.ts'
import { resetSecondFactor } from './second-factor.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('a person who has lost their app and codes signs in with the password alone after a reset, which the owner sees', async () => {
  const { user, token, password } = await server.registerCompany()
  const reset = () => resetSecondFactor(server.database.url, user.email.toUpperCase())
  await expect(reset()).rejects.toThrow('no second factor')
  await expect(resetSecondFactor(server.database.url, 'nobody@example.com')).rejects.toThrow('No account found')
  const started = await server.call(paths.authenticator, { token, method: 'POST' })
  const { secret, setup }: AuthenticatorSetup = await started.json()
  const body = { setup, code: await generate({ secret }) }
  expect((await server.call(paths.authenticator, { token, method: 'PUT', body })).status).toBe(200)
  const signIn = async () => (await server.call(paths.login, { body: { email: user.email, password } })).json()
  expect(await signIn()).toHaveProperty('secondStep')
  await reset()
  expect(await signIn()).toMatchObject({ user })
  const { entries } = await (await server.call(paths.audit, { token })).json()
  expect(entries).toContainEqual(expect.objectContaining({ kind: 'key-changed', detail: 'authenticator-reset' }))
})
