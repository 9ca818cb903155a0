import { readFile } from 'node:fs/promises'
import { generate } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goInside } from '#test/browser/go-inside.ts'
import {
  accessibilityFaults,
  desktop,
  faultsInBothColours,
  phone,
  type Screens,
  startScreens,
} from '#test/browser/screens.ts'
import { smallTargets } from '#test/browser/small-targets.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens.close())

test('an authenticator app is set up, asks for its code at the next sign-in, and a recovery code stands in for it', async () => {
  const grace = await screens.server.registerCompany({ username: 'grace.adeyemi' })
  const { page, context, faults } = await screens.open(grace, '/profile?show=security', phone)
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Show the key instead' }).click()
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '')
  await dialog.getByLabel('Type the 6 digits it shows.').fill('000000')
  await page.keyboard.press('Enter')
  await dialog.getByText('This code is wrong.').waitFor()
  await dialog.getByLabel('Type the 6 digits it shows.').fill(await generate({ secret }))
  await page.keyboard.press('Enter')
  const codes = page.getByRole('dialog', { name: 'Your new recovery codes' })
  await expect.poll(() => codes.getByRole('listitem').count()).toBe(10)
  const recovery = await codes.getByRole('listitem').first().innerText()
  expect(await accessibilityFaults(page)).toEqual([])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    codes.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toContain(recovery)
  await page.keyboard.press('Escape')
  const leaving = page.getByRole('dialog', { name: 'Close without saving the codes?' })
  expect(await faultsInBothColours(page)).toEqual([])
  await leaving.getByRole('button', { name: 'Keep them open' }).click()
  await leaving.waitFor({ state: 'hidden' })
  await codes.getByLabel('I have saved these codes').check()
  await codes.getByRole('button', { name: 'Done' }).click()
  await page.getByText('10 of 10 left').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  const asksAgain = page.getByRole('switch', { name: 'Ask me again before big changes' })
  expect(await asksAgain.isChecked()).toBe(true)
  await asksAgain.click()
  await expect.poll(() => asksAgain.isChecked()).toBe(false)
  await asksAgain.click()
  await expect.poll(() => asksAgain.isChecked()).toBe(true)
  await page.getByRole('link', { name: 'Change password' }).waitFor()
  expect(await smallTargets(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()

  const elsewhere = await screens.newContext(desktop)
  const away = await elsewhere.newPage()
  await away.goto('/auths')
  await away.getByLabel('Email').fill(grace.user.email)
  await away.getByLabel('Password', { exact: true }).fill(grace.password)
  await away.getByRole('button', { name: 'Sign In', exact: true }).last().click()
  await away.getByRole('heading', { name: 'Enter your code' }).waitFor()
  expect(await faultsInBothColours(away)).toEqual([])
  await away.keyboard.type('000000')
  await away.keyboard.press('Enter')
  await away.getByText('This code is wrong or was used before.').waitFor()
  await away.getByRole('button', { name: 'Use a recovery code' }).click()
  await away.keyboard.type(recovery)
  await away.keyboard.press('Enter')
  await away.waitForURL('**/sites')

  await screens.server.services.authPool.query("update session set proved_at = now() - interval '1 hour'")
  await away.getByRole('button', { name: 'Export' }).click()
  await away.getByRole('menuitem', { name: 'Jobs in this list' }).click()
  const asked = away.getByRole('dialog', { name: 'Confirm that it’s you' })
  await asked.getByLabel('Code').fill('000000')
  await away.keyboard.press('Enter')
  await asked.getByText('This code is wrong or was used before.').waitFor()
  expect(await accessibilityFaults(away)).toEqual([])
  await asked.getByLabel('Code').fill(await generate({ secret, epoch: Math.floor(Date.now() / 1_000) + 30 }))
  const [jobs] = await Promise.all([away.waitForEvent('download'), away.keyboard.press('Enter')])
  expect(await readFile(await jobs.path(), 'utf8')).toContain('Job')
  await asked.waitFor({ state: 'detached' })
  await elsewhere.close()
})

test('a passkey is added, signs in by itself, and confirms before an export', async () => {
  const grace = await screens.server.registerCompany({ username: 'grace.adeyemi' })
  // Without a public address passkeys belong to this name.
  const baseURL = screens.server.url.replace('127.0.0.1', 'localhost')
  const { page, context, faults } = await screens.open(grace, '/auths', { ...desktop, baseURL })
  const device = await context.newCDPSession(page)
  await device.send('WebAuthn.enable')
  const able = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true }
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true, ...able },
  })
  await page.goto('/profile?show=security')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const codes = page.getByRole('dialog', { name: 'Your new recovery codes' })
  await codes.getByLabel('I have saved these codes').check()
  await codes.getByRole('button', { name: 'Done' }).click()
  // The switch ends where the buttons of the other rows end.
  const track = page
    .getByRole('switch', { name: 'Ask me again before big changes' })
    .locator('xpath=following-sibling::*[1]')
  const [drawn, change] = await Promise.all([
    track.boundingBox(),
    page.getByRole('link', { name: 'Change password' }).boundingBox(),
  ])
  if (!drawn || !change) return expect.fail('they are not shown')
  expect(drawn.x + drawn.width).toBeCloseTo(change.x + change.width, 0)
  const passkeys = page.getByRole('list', { name: 'Passkeys', exact: true })
  await passkeys.getByRole('button', { name: 'Rename Chrome on Linux' }).waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await passkeys.getByRole('button', { name: 'Rename Chrome on Linux' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename the passkey' })
  await rename.getByLabel('Name').fill('Office laptop')
  await page.keyboard.press('Enter')
  await passkeys.getByRole('button', { name: 'Rename Office laptop' }).waitFor()
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByText('This device already has a passkey for your account.').waitFor()

  await context.clearCookies()
  // The prerendered page would show its form before the session is known to be over.
  await page.goto('/sites')
  await page.waitForURL('**/auths')
  await page.getByLabel('Email').fill(grace.user.email)
  await page.getByLabel('Password', { exact: true }).fill(grace.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).last().click()
  await page.getByRole('heading', { name: 'Use your passkey' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Start again' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL('**/sites')
  await screens.server.services.authPool.query("update session set proved_at = now() - interval '1 hour'")
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Jobs in this list' }).click()
  const asked = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  await Promise.all([page.waitForEvent('download'), asked.getByRole('button', { name: 'Use a passkey' }).click()])
  await goInside(page, '/profile?show=security')
  await passkeys.getByText(/· used just now/).waitFor()
  expect(faults).toEqual([])
  await context.close()
})
