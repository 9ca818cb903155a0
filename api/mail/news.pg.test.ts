import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { linkIn, type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

const publicUrl = 'https://fettle.example.com'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36'
let mailbox: Mailbox
let server: TestServer
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ mail: mailbox.settings, publicUrl }, { projector: false })
})
afterAll(async () => {
  await server?.close()
  await mailbox?.close()
})

/** Signs in; with the cookies of an earlier response, as the same browser would. */
async function signIn({ user, password }: SignedInTest, device: string, cookie = '') {
  const body = { email: user.email, password }
  const headers = { 'user-agent': device }
  const response = await server.call(paths.login, { body, headers, cookie })
  expect(response.status).toBe(200)
  return response.headers
    .getSetCookie()
    .flatMap((one) => one.split(';')[0] ?? [])
    .join('; ')
}

/** Subjects of all mail to a person, once none is left to send. */
async function subjectsFor({ user }: SignedInTest) {
  await expect.poll(async () => (await server.services.authPool.query('select from mail')).rowCount).toBe(0)
  return mailbox.letters.filter(({ to }) => to.includes(user.email)).map(({ subject }) => subject)
}

const newSignIn = 'New sign-in to your Fettle account'

test('a person is told of a sign-in on a new device, once a day for each kind of device and place', async () => {
  const dana = await server.registerCompany({ businessName: 'Harrow & Pike' })
  expect(await subjectsFor(dana)).not.toContain(newSignIn)
  const browser = await signIn(dana, windows)
  const { subject, text } = await mailbox.letterTo(dana.user.email, 2)
  expect(subject).toBe(newSignIn)
  expect(text).toMatch(/Chrome on Windows, from the network address 127\.0\.0\.1, on \w+ \d+ \w+ \d{4} at \d\d:\d\d \(/)
  expect(text).toContain(`${publicUrl}/forgot-password`)
  await signIn(dana, windows, browser)
  await signIn(dana, windows)
  expect((await subjectsFor(dana)).filter((one) => one === newSignIn)).toHaveLength(1)
  await signIn(dana, 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Safari/604.1')
  expect((await subjectsFor(dana)).filter((one) => one === newSignIn)).toHaveLength(2)
})

test('a person is told that their password was changed, by themselves or by a mailed link', async () => {
  const tom = await server.registerCompany({ businessName: 'Harrow & Pike' })
  const changed = 'Your Fettle password was changed'
  const body = { currentPassword: tom.password, newPassword: 'brand new word 3' }
  expect(
    (await server.call(paths.password, { token: tom.token, body: { ...body, currentPassword: 'x' } })).status,
  ).toBe(403)
  expect(await subjectsFor(tom)).not.toContain(changed)
  expect((await server.call(paths.password, { token: tom.token, body })).status).toBe(200)
  expect((await subjectsFor(tom)).filter((one) => one === changed)).toHaveLength(1)
  expect((await mailbox.letterTo(tom.user.email)).text).toContain(`${publicUrl}/forgot-password`)
  await server.call(paths.forgot, { body: { email: tom.user.email } })
  expect(await subjectsFor(tom)).toContain('Choose a new Fettle password')
  const { token } = linkIn((await mailbox.letterTo(tom.user.email)).text)
  expect((await server.call(paths.reset, { body: { token, password: 'and once more 4' } })).status).toBe(200)
  expect((await subjectsFor(tom)).filter((one) => one === changed)).toHaveLength(2)
})
