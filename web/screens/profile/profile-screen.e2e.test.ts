import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { goInside } from '#test/browser/go-inside.ts'
import { faultUntil } from '#test/browser/requests/fault-until.ts'
import {
  accessibilityFaults,
  atBothSizes,
  desktop,
  faultsInBothColours,
  phone,
  type Screens,
  startScreens,
} from '#test/browser/screens.ts'
import { createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let priya: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  priya = await addMember(screens.server, dana, 'admin', 'priya.nair')
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
})
afterAll(() => screens.close())

async function change(page: Page, current: string, next: string, confirmation = next) {
  await page.getByLabel('Current Password').fill(current)
  await page.getByLabel('New Password', { exact: true }).fill(next)
  await page.getByLabel('Confirm New Password').fill(confirmation)
  await page.getByRole('button', { name: 'Update Password' }).click()
}

test.each([
  ['owner on a desktop', () => dana, desktop, 'Owner'],
  ['admin on a desktop', () => priya, desktop, 'Admin'],
  ['team on a phone', () => tom, phone, 'Team'],
])('the profile shows username, email and role, %s', async (_, who, look, role) => {
  const person = who()
  const { page, context, faults } = await screens.open(person, '/profile', look)
  await page.getByText(person.user.email).waitFor()
  const account = page.getByRole('main')
  await account.getByText(person.user.username, { exact: true }).waitFor()
  await account.getByText(role, { exact: true }).waitFor()
  await account.getByText('Harrow & Pike').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await account.getByRole('link', { name: 'Security' }).click()
  await account.getByText('· this device').waitFor()
  const signIns = look === phone ? account.getByRole('list', { name: 'Recent sign-ins' }) : account.getByRole('table')
  await signIns.getByText('127.0.0.x').first().waitFor()
  await signIns.getByText('Signed in').first().waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

test('a password is changed, with each error shown at its field, on a desktop and a phone', async () => {
  const person = tom
  const other = await screens.open(person, '/sites', desktop)
  const { page, context } = await screens.open(person, '/profile', phone)
  await page.getByLabel('Current Password').waitFor()
  await page.getByRole('button', { name: 'Update Password' }).click()
  await page.getByText('Please fill all required fields.').waitFor()
  await change(page, person.password, 'ladder 15', 'ladder 16')
  await page.getByText('New passwords do not match.').waitFor()
  await change(page, person.password, 'short')
  await page.getByText('Password must be at least 6 characters long.').waitFor()
  await change(page, person.password, 'password1')
  await page.getByText('This password is too common. Please choose another.').waitFor()
  await change(page, 'not the word 9', 'ladder and bucket')
  await atBothSizes(page, async () => {
    await page.getByText('Current password is incorrect.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })
  const mend = await faultUntil(page, '**/api/auth/password', (route) => route.abort())
  await change(page, person.password, 'ladder and bucket')
  await page.getByText('An error occurred. Please try again.').waitFor()
  mend()
  await page.route('**/api/auth/password', async (route) => {
    await page.getByRole('button', { name: 'Updating...' }).waitFor()
    await route.continue()
  })
  await change(page, person.password, 'ladder and bucket')
  await page.getByText('Password updated successfully!').waitFor()
  for (const label of ['Current Password', 'Confirm New Password'])
    expect(await page.getByLabel(label).inputValue()).toBe('')
  await other.page.waitForURL('**/auths')
  await goInside(page, '/profile?show=security')
  await page.getByText(/^Last changed \d/).waitFor()
  await page.getByText('· this device').waitFor()
  person.password = 'ladder and bucket'
  await Promise.all([context.close(), other.context.close()])
})

test('sessions are listed and can be signed out one by one, or all others together', async () => {
  const [here, second, third, fourth] = await Promise.all([
    screens.open(priya, '/profile?show=security'),
    screens.open(priya, '/sites'),
    screens.open(priya, '/sites'),
    screens.open(priya, '/sites', phone),
  ])
  const { page } = here
  await page.reload()
  const list = page.getByRole('list', { name: 'Signed in' })
  const sessions = list.getByRole('listitem').filter({ hasText: 'Chrome on Linux' })
  await sessions.first().waitFor()
  await page.getByText('127.0.0.1 · this device').waitFor()
  const count = await sessions.count()
  expect(count).toBeGreaterThanOrEqual(4)
  // On a phone the button stands below its title, and keeps away from the card's edges.
  await page.setViewportSize({ width: 390, height: 844 })
  const others = page.getByRole('button', { name: 'Sign out everywhere else' })
  const gapBelow = async () => {
    const [button, rows] = await Promise.all([others.boundingBox(), list.boundingBox()])
    return (rows?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0)
  }
  await expect.poll(gapBelow).toBeGreaterThanOrEqual(6)
  await page.setViewportSize({ width: 1440, height: 900 })
  await sessions.nth(1).getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => sessions.count()).toBe(count - 1)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  for (const other of [second, third, fourth]) await other.page.waitForURL('**/auths')
  await expect.poll(() => sessions.count()).toBe(1)
  await page.reload()
  await page.getByText('· this device').waitFor()
  await Promise.all([here, second, third, fourth].map(({ context }) => context.close()))
})

test('a device with unsent changes is named before it is signed out, on a desktop and a phone', async () => {
  const owner = await screens.server.registerCompany()
  const maya = await addMember(screens.server, owner, 'team', 'maya.lindqvist')
  const { jobId } = await createJob(screens.server, owner)
  const other = await screens.open(maya, `/job/${jobId}`, phone)
  await other.page.getByText('Mend the tap').first().waitFor()
  const mend = await faultUntil(other.context, '**/api/commands', (route) => route.abort())
  const told = other.page.waitForResponse((one) => one.url().endsWith(paths.unsent) && one.ok())
  await other.page.getByRole('textbox', { name: 'Add a comment' }).fill('Gate code 4471')
  await other.page.getByRole('button', { name: 'Send comment' }).tap()
  await told
  const { page, context, faults } = await screens.open(maya, '/profile?show=security', phone)
  const device = page.getByRole('list', { name: 'Signed in' }).getByRole('listitem').nth(1)
  await atBothSizes(page, async () => {
    await device.getByText('1 change waiting to send').waitFor()
    await page.getByRole('heading', { name: 'Recent sign-ins' }).waitFor()
    await page.getByText('Last 30 days').waitFor()
    expect(await faultsInBothColours(page)).toEqual([])
  })
  await device.getByRole('button', { name: 'Sign out' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out with unsent changes?' })
  await atBothSizes(page, async () => {
    await dialog.getByText(/^Chrome on .+ has 1 unsent change\. Unsent changes stay on the device/).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  // Once it is sent, nobody is asked.
  const retold = other.page.waitForResponse((one) => one.url().endsWith(paths.unsent) && one.ok())
  mend()
  await retold
  await page.reload()
  await device.getByRole('button', { name: 'Sign out' }).click()
  await other.page.waitForURL('**/auths')
  expect(await dialog.count()).toBe(0)
  expect(faults).toEqual([])
  await Promise.all([context.close(), other.context.close()])
})

test('each device that is signed in has the icon of its kind, on a desktop and a phone', async () => {
  const owner = await screens.server.registerCompany()
  const { email } = owner.user
  const agents = {
    computer: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    phone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1',
    laptop: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15',
    tablet: 'Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) CriOS/140.0 Mobile/15E148 Safari/604.1',
  }
  for (const agent of Object.values(agents))
    await screens.server.call(paths.login, {
      body: { email, password: owner.password },
      headers: { 'user-agent': agent },
    })
  const { page, context, faults } = await screens.open(owner, '/profile?show=security', phone)
  const list = page.getByRole('list', { name: 'Signed in' })
  await atBothSizes(page, async () => {
    for (const [kind, device] of [
      ['computer', 'Chrome on Windows'],
      ['phone', 'Safari on iPhone'],
      ['laptop', 'Safari on Mac'],
      ['tablet', 'Chrome on iPad'],
    ])
      await list.getByRole('listitem').filter({ hasText: device }).locator(`svg[data-kind="${kind}"]`).waitFor()
    expect(await faultsInBothColours(page)).toEqual([])
  })
  expect(faults).toEqual([])
  await context.close()
})

test('single-key shortcuts are turned off here as in the list of shortcuts', async () => {
  const { page, context } = await screens.open(dana, '/profile')
  // Its server has no mail.
  await page.getByText('This installation of Fettle sends no email').waitFor()
  expect(await page.getByRole('switch', { name: 'Morning list of deadlines' }).isDisabled()).toBe(true)
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('?')
  await page.getByRole('button', { name: 'Keyboard' }).click()
  const help = page.getByRole('dialog', { name: 'Keyboard' })
  await help.waitFor()
  expect(await help.getByRole('switch', { name: 'Single-key shortcuts' }).isChecked()).toBe(false)
  await context.close()
})

test('a person closes their account: what goes and what stays is said, and the device signs out', async () => {
  const maya = await addMember(screens.server, dana, 'team', 'maya.lindqvist')
  const { page, context } = await screens.open(maya, '/profile', phone)
  await page.getByRole('button', { name: 'Close my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close your account?' })
  await dialog.getByText('stays in the company’s history under your name').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close account' }).click()
  await page.getByText('You closed the account of maya.lindqvist, so you were signed out.').waitFor()
  await context.close()
})

test('the owner closes the company by its name; a strip says until when on every screen, and reopens it', async () => {
  const owner = await screens.server.registerCompany({ businessName: 'Ash & Alder', username: 'grace.adeyemi' })
  const worker = await addMember(screens.server, owner, 'team', 'sam.price')
  const { page, context } = await screens.open(owner, '/profile', desktop)
  const seen = await screens.open(worker, '/todo', phone)
  await seen.page.getByLabel('New task').waitFor()
  await page.getByRole('button', { name: 'Close company' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close the company?' })
  await dialog.getByLabel('Type Ash & Alder to confirm').fill('Alder')
  await dialog.getByRole('button', { name: 'Close company' }).click()
  await dialog.getByText('This is not the name of your company.').waitFor()
  await dialog.getByLabel('Type Ash & Alder to confirm').fill('ash & alder')
  await dialog.getByRole('button', { name: 'Close company' }).click()
  await page.getByText(/Your company was closed on .* It is read-only until/).waitFor()
  await seen.page.getByText('Until then the owner can reopen it.').waitFor()
  for (const screen of [page, seen.page]) expect(await faultsInBothColours(screen)).toEqual([])
  await page.getByRole('button', { name: 'Reopen' }).click()
  for (const screen of [page, seen.page])
    await screen.getByText(/Your company was closed on/).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Close company' }).waitFor()
  await seen.context.close()
  await context.close()
})
