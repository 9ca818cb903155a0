import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { accessibilityFaults, desktop, type Screens, startScreens } from '#test/browser/screens.ts'
import { freePort } from '#test/faults/processes.ts'
import { linkIn, type Mailbox, openMailbox } from '#test/server/mailbox.ts'

let mailbox: Mailbox
let screens: Screens
beforeAll(async () => {
  mailbox = await openMailbox()
  const port = await freePort()
  screens = await startScreens({ port, publicUrl: `http://127.0.0.1:${port}`, mail: mailbox.settings })
})
afterAll(async () => {
  await screens?.close()
  await mailbox?.close()
})

test('an owner who has just registered confirms their email by the mailed link, changes it, and takes that back', async () => {
  const context = await screens.newContext(desktop)
  const [page, opened] = [await context.newPage(), await context.newPage()]
  const [email, other] = [`lena-${Date.now()}@example.com`, `lena.new-${Date.now()}@example.com`]
  const body = { businessName: 'Lena', username: 'lena', email, password: 'sash window 14' }
  const registered = await context.request.post(paths.register, { data: body, headers: { origin: screens.server.url } })
  expect(registered.ok()).toBe(true)
  await page.goto('/profile')
  const strip = page.getByText(`Confirm your email: open the link that was sent to ${email}.`)
  await strip.waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Send link again' }).click()
  await page.getByText(`We have sent a link to ${email}.`).waitFor()
  await opened.goto(linkIn((await mailbox.letterTo(email, 2)).text).href)
  await opened.getByText('Confirm that the email with this link is yours.').waitFor()
  expect(await accessibilityFaults(opened)).toEqual([])
  await opened.getByRole('button', { name: 'Confirm email' }).click()
  await opened.getByText(`${email} is confirmed.`).waitFor()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await strip.waitFor({ state: 'hidden' })

  const form = page.locator('form').filter({ has: page.getByLabel('New Email') })
  const ask = async (password: string) => {
    await form.getByLabel('New Email').fill(other)
    await form.getByLabel('Password', { exact: true }).fill(password)
    await form.getByRole('button', { name: 'Change Email' }).click()
  }
  await ask('wrong')
  await form.getByText('Current password is incorrect.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await ask('sash window 14')
  await form.getByText(`We have sent a link to ${other}. Your email changes when you open it.`).waitFor()
  await opened.goto('about:blank')
  await opened.goto(linkIn((await mailbox.letterTo(other)).text).href)
  await opened.getByRole('button', { name: 'Confirm email' }).click()
  await opened.getByText(`${other} is confirmed.`).waitFor()

  await opened.goto('about:blank')
  await opened.goto(linkIn((await mailbox.letterAbout(email, 'Your Fettle email was changed')).text).href)
  await opened.getByRole('button', { name: 'Take the change back' }).click()
  await opened.getByText(`lena, Lena. Sign in with ${email}.`).waitFor()
  await context.close()
})
