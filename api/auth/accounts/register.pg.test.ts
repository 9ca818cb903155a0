import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, readInCompany } from '#ledger/database/connect.ts'
import { startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const dana = {
  businessName: 'Harrow & Pike',
  username: 'dana',
  email: 'dana@harrowpike.co.uk',
  password: 'tannery wharf 31',
}
const register = (body: unknown) => server.call('/api/auth/register', { body })

/** The numbers of accounts, companies and events. */
async function counts() {
  const owner = connect(server.database.url)
  const { rows } = await owner.query(
    'select (select count(*) from account) accounts, (select count(*) from company_head) companies, (select count(*) from event) events',
  )
  await owner.end()
  return rows[0]
}

test('registering a business creates its owner, its company and a trial, and signs the owner in', async () => {
  const answer = await register({ ...dana, email: '  Dana@HarrowPike.co.uk ' })
  expect(answer.status).toBe(200)
  const { token, user } = await answer.json()
  expect(user).toMatchObject({ username: 'dana', email: 'dana@harrowpike.co.uk', userRole: 'owner' })

  const me = await server.call('/api/me', { token })
  const { user: sameUser, company } = await me.json()
  expect(sameUser).toEqual(user)
  expect(company).toMatchObject({ name: 'Harrow & Pike', totalJob: 0, c_id: user.companyId })
  expect(company.office).toMatchObject({ businessTier: 1, standing: 'trial' })
  expect(Date.parse(company.office.expiryDate) - Date.parse(company.createdAt)).toBeCloseTo(14 * 86_400_000, -4)

  const [{ rows }] = await readInCompany(server.services.ledgerPool, user.companyId, [
    { text: 'select seq, type, actor_id, actor_role from event order by seq' },
  ])
  const by = { actor_id: user.userId, actor_role: 'owner' }
  expect(rows).toEqual([
    { seq: 1, type: 'CompanyRegistered', ...by },
    { seq: 2, type: 'MemberJoined', ...by },
  ])
})

test.each(['businessName', 'username', 'email', 'password'])('%s may not be blank or missing', async (field) => {
  for (const value of ['', '   ', undefined, null]) {
    const answer = await register({ ...dana, [field]: value })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ error: 'Please fill all required fields.', code: 'fields-required', field })
  }
})

test.each([
  ['short', 'Password must be at least 6 characters long.'],
  ['🔑🔑🔑🔑🔑', 'Password must be at least 6 characters long.'],
  ['qwerty123', 'This password is too common. Please choose another.'],
  ['PassWord1', 'This password is too common. Please choose another.'],
  ['123456', 'This password is too common. Please choose another.'],
  ['Summer2026', 'This password is too common. Please choose another.'],
  ['fettle', 'This password is mostly a name that is easy to guess. Please choose another.'],
  ['Harrow-Pike', 'This password is mostly a name that is easy to guess. Please choose another.'],
])('the password %s is refused with the reason', async (password, error) => {
  const answer = await register({ ...dana, email: 'p@example.com', password })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({ error, code: 'password-refused', field: 'password' })
})

test.each([
  ['64 letters of other scripts', 'пароль漢字ключ🔑'.repeat(5)],
  ['1,024 characters', 'ladder and bucket '.repeat(60).slice(0, 1_024)],
])('a password of %s is accepted and signs in', async (_, password) => {
  const { user } = await server.registerCompany({ password })
  expect((await server.call('/api/auth/login', { body: { email: user.email, password } })).status).toBe(200)
})

test('an accent typed in another Unicode form is the same password and the same email', async () => {
  const email = `zoë-${Date.now()}@example.com`
  await server.registerCompany({ email: email.normalize('NFC'), password: 'café crème'.normalize('NFC') })
  const body = { email: email.normalize('NFD').toUpperCase(), password: 'café crème'.normalize('NFD') }
  expect((await server.call('/api/auth/login', { body })).status).toBe(200)
})

test.each(['dana', 'dana@', '@example.com', 'a b@example.com', 'a@b@example.com', `${'x'.repeat(250)}@example.com`])(
  'the email %s is refused',
  async (email) => {
    const answer = await register({ ...dana, email })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ field: 'email' })
  },
)

test('an email gets one account, however it is spelled and however many try at once', async () => {
  const before = await counts()
  const email = 'Twice@Example.com'
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => register({ ...dana, email: index % 2 ? email : email.toLowerCase() })),
  )
  const statuses = answers.map((answer) => answer.status).sort()
  expect(statuses).toEqual([200, ...Array(19).fill(409)])
  const refused = await answers.find((answer) => answer.status === 409)?.json()
  expect(refused).toEqual({
    error: 'This email cannot be registered. If you have an account, sign in instead.',
    code: 'not-registered',
    field: 'email',
  })
  const after = await counts()
  expect(after).toEqual({
    accounts: before.accounts + 1,
    companies: before.companies + 1,
    events: before.events + 2,
  })
})

test.each([
  ['role', 'owner'],
  ['userRole', 'owner'],
  ['companyId', '0192f0c0-0000-7000-8000-000000000000'],
  ['constructor', {}],
  ['createdBy', 'x'],
])('an unexpected field (%s) is refused and changes nothing', async (field, value) => {
  const before = await counts()
  const answer = await register({ ...dana, email: 'extra@example.com', [field]: value })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({ error: `There is no field called ${field}.`, code: 'unknown-field', field })
  expect(await counts()).toEqual(before)
})

test('a smuggled prototype changes nothing', async () => {
  const before = await counts()
  const text = JSON.stringify({ ...dana, email: 'proto@example.com' }).replace(
    '{',
    '{"__proto__":{"userRole":"admin"},',
  )
  expect((await register(text)).status).toBe(400)
  expect(await counts()).toEqual(before)
})

test.each([
  ['a number', 5],
  ['a list', ['a@example.com']],
  ['an object', { $ne: '' }],
  ['a NUL', 'a\u0000@example.com'],
  ['half a surrogate pair', 'a\ud800@example.com'],
])('an email that is or contains %s is refused', async (_, email) => {
  for (const path of ['/api/auth/register', '/api/auth/login']) {
    const body = path.endsWith('login') ? { email, password: 'x' } : { ...dana, email }
    const answer = await server.call(path, { body })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'invalid', field: 'email' })
  }
})
