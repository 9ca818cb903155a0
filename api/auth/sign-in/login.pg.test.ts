import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let dana: SignedInTest
beforeAll(async () => {
  server = await startServer()
  dana = await server.registerCompany()
})
afterAll(() => server.close())

const login = (body: unknown) => server.call('/api/auth/login', { body })

test('the right password signs in', async () => {
  const answer = await login({ email: dana.user.email, password: dana.password })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ token: expect.any(String), user: dana.user })
})

test('a wrong password and an unknown email get the same response', async () => {
  const wrong = await login({ email: dana.user.email, password: 'not this one' })
  const unknown = await login({ email: 'nobody@example.com', password: dana.password })
  const refusal = { error: 'Authentication failed! The email or the password is wrong.', code: 'authentication-failed' }
  for (const answer of [wrong, unknown]) {
    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual(refusal)
    expect(answer.headers.getSetCookie()).toEqual([])
  }
})

test('a wrong password and an unknown email take the same time', async () => {
  const times: Record<string, number[]> = { known: [], unknown: [] }
  for (let round = 0; round < 60; round += 1) {
    for (const [kind, email] of [
      ['known', dana.user.email],
      ['unknown', 'nobody@example.com'],
    ] as const) {
      const started = performance.now()
      await login({ email, password: 'not this one' })
      times[kind]?.push(performance.now() - started)
    }
  }
  const median = (kind: string) => times[kind]?.sort((a, b) => a - b)[30] ?? Number.NaN
  const ratio = median('known') / median('unknown')
  // Without the dummy hash the ratio is above 5; the bound is wide because the machine may be busy.
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

test.each(['email', 'password'])('%s may not be blank or missing', async (field) => {
  for (const value of ['', ' ', undefined]) {
    const answer = await login({ email: 'a@example.com', password: 'x', [field]: value })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ error: 'Please fill all required fields.', code: 'fields-required', field })
  }
})

test('a password of more than 1,024 characters is refused before it costs anything', async () => {
  const answer = await login({ email: dana.user.email, password: 'x'.repeat(1_025) })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ field: 'password' })
})
