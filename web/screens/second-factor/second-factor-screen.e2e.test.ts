import { generate } from 'otplib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths, pathTo } from '#core/wire/paths.ts'
import { desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { createJob } from '#test/server/commands.ts'
import { requireFactor, setUpApp } from '#test/server/factors/authenticator.ts'
import { addMember } from '#test/server/people.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens.close())

const limited = (page: Page) => page.getByRole('heading', { level: 1, name: 'Set up two-factor sign-in' })

/** An owner with an authenticator app, and an admin without. */
async function company() {
  const owner = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  const admin = await addMember(screens.server, owner, 'admin', 'priya.nair')
  await setUpApp(screens.server, owner)
  return { owner, admin }
}

/** Sets up an app on the screen, and saves the codes. */
async function setUpOn(page: Page) {
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await dialog.getByRole('button', { name: 'Show the key instead' }).click()
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '')
  await dialog.getByLabel('Type the 6 digits it shows.').fill(await generate({ secret }))
  await page.keyboard.press('Enter')
  const codes = page.getByRole('dialog', { name: 'Your new recovery codes' })
  await codes.getByLabel('I have saved these codes').check()
  await codes.getByRole('button', { name: 'Done' }).click()
}

test('changes made before the rule reached the device wait while the user sets up an app, and are sent afterwards, on a phone', async () => {
  const { owner, admin } = await company()
  const { page, context, faults } = await screens.open(admin, '/todo', phone)
  const field = page.getByLabel('New task')
  await field.waitFor()
  await page.getByText('Your todo list is empty.').waitFor()
  await context.setOffline(true)
  for (const text of ['Ring about the keys', 'Order a valve']) {
    await field.fill(text)
    await field.press('Enter')
    await page.getByText(text, { exact: true }).waitFor()
  }
  expect((await requireFactor(screens.server, owner, 'office')).status).toBe(200)
  await context.setOffline(false)
  await limited(page).waitFor()
  await page.getByText('2 changes are kept on this device. They will be sent when you have finished.').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  // Nothing is lost by a reload either.
  await page.reload()
  await limited(page).waitFor()
  await page.getByText('2 changes are kept').waitFor()
  await setUpOn(page)
  await page.getByText('Order a valve', { exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/todo')
  const todos = async () => (await screens.server.call(paths.todos, { token: admin.token })).text()
  await expect.poll(todos).toContain('Ring about the keys')
  await expect.poll(todos).toContain('Order a valve')
  expect(await page.getByText('could not').count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})

test('an open page shows what to do as soon as the rule is set, and is there again as soon as it ends', async () => {
  const { owner, admin } = await company()
  const { jobId } = await createJob(screens.server, owner)
  const { page, context, faults } = await screens.open(admin, `/job/${jobId}`, desktop)
  const task = page.getByText('Mend the tap').first()
  await task.waitFor()
  await page.getByText('Live').waitFor()
  expect((await requireFactor(screens.server, owner, 'office')).status).toBe(200)
  await limited(page).waitFor()
  expect(await page.getByText('Mend the tap').count()).toBe(0)
  expect(await faultsInBothColours(page)).toEqual([])
  expect((await requireFactor(screens.server, owner, 'nobody', 'office')).status).toBe(200)
  await task.waitFor()
  expect(new URL(page.url()).pathname).toBe(pathTo('/job/:jobId', { jobId }))
  await page.getByText('Live').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('a sign-in leads to it, asks for the password again if that was long ago, and warns before changes are lost', async () => {
  const { owner, admin } = await company()
  await requireFactor(screens.server, owner, 'office')
  const context = await screens.newContext(desktop)
  const page = await context.newPage()
  await page.goto('/auths')
  await page.getByLabel('Email').fill(admin.user.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).last().click()
  await limited(page).waitFor()
  await page.getByText(`Signed in as ${admin.user.email}`).waitFor()
  await screens.server.services.authPool.query("update session set proved_at = now() - interval '1 hour'")
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  const asked = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  await asked.getByLabel('Password').fill(admin.password)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/login')
  await context.close()
})

test('a passkey is enough', async () => {
  const { owner, admin } = await company()
  await requireFactor(screens.server, owner, 'office')
  // Without a public address passkeys belong to this name.
  const baseURL = screens.server.url.replace('127.0.0.1', 'localhost')
  const context = await screens.newContext({ ...desktop, baseURL })
  const page = await context.newPage()
  const device = await context.newCDPSession(page)
  await device.send('WebAuthn.enable')
  const able = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true }
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true, ...able },
  })
  await page.goto('/auths')
  await page.getByLabel('Email').fill(admin.user.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).last().click()
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const codes = page.getByRole('dialog', { name: 'Your new recovery codes' })
  await codes.getByLabel('I have saved these codes').check()
  await codes.getByRole('button', { name: 'Done' }).click()
  await page.getByText('No jobs found.').waitFor()
  await context.close()
})
