import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accessibilityFaults,
  desktop,
  faultsInBothColours,
  phone,
  type Screens,
  startScreens,
} from '#test/browser/screens.ts'
import { stopClock } from '#test/browser/stopped-clock.ts'
import { freePort } from '#test/faults/processes.ts'
import { createJob } from '#test/server/commands.ts'
import { linkIn, type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer } from '#test/server/server.ts'

let mailbox: Mailbox
let screens: Screens
let dana: SignedInTest
let priya: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  mailbox = await openMailbox()
  const port = await freePort()
  screens = await startScreens({ port, publicUrl: `http://127.0.0.1:${port}`, mail: mailbox.settings })
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  priya = await addMember(screens.server, dana, 'admin', 'priya.nair')
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
  await createJob(screens.server, dana)
})
afterAll(async () => {
  await screens?.close()
  await mailbox?.close()
})

const rows = (page: Page) => page.getByRole('table', { name: 'Users' }).locator('tbody tr')
const names = (page: Page) => rows(page).locator('th').allInnerTexts()
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name })

async function addUser(page: Page, username: string, email: string, role = 'Team', fullName = '') {
  await page.getByRole('button', { name: 'Add New User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New User' })
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Full name').fill(fullName)
  await dialog.getByRole('radio', { name: role }).check()
  await dialog.getByRole('button', { name: 'Add User' }).click()
  return dialog
}

async function setPassword(page: Page, password: string, confirmation = password) {
  await page.getByLabel('New Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm New Password').fill(confirmation)
  await page.getByRole('button', { name: 'Set password' }).click()
}

/** A page of a browser that nobody has used yet. */
async function stranger(look: BrowserContextOptions) {
  const context = await screens.newContext(look)
  return { context, page: await context.newPage() }
}

test('the owner adds a user, who signs in with the emailed link on a phone and then shows as active', async () => {
  const { page, context, faults } = await screens.open(dana, '/team')
  await expect
    .poll(() => names(page))
    .toEqual([
      expect.stringContaining('dana.whitfield'),
      expect.stringContaining('priya.nair'),
      expect.stringContaining('tom.okafor'),
    ])
  await page.getByText('3 of 10 users').waitFor()
  const wrong = await addUser(page, 'x', dana.user.email)
  await wrong
    .getByText('Failed to add user: This email cannot be added. Use another one.')
    .or(wrong.getByText('Failed to add user: This person is already in the company.'))
    .waitFor()
  await wrong.getByLabel('Username').fill('')
  await wrong.getByRole('button', { name: 'Add User' }).click()
  await wrong.getByText('Failed to add user: Please fill all required fields.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  const discard = page.getByRole('dialog', { name: 'Discard your changes?' })
  await discard.getByRole('button', { name: 'Keep editing' }).click()
  await expect.poll(() => wrong.getByLabel('Email').inputValue()).toBe(dana.user.email)
  await wrong.getByRole('button', { name: 'Cancel' }).click()
  await discard.getByRole('button', { name: 'Discard' }).click()
  const email = `grace-${Date.now()}@example.com`
  await stopClock(page)
  const dialog = await addUser(page, 'grace.adeyemi', email)
  const added = dialog.getByText(/^User added successfully: [0-9a-f-]{36}$/)
  await added.waitFor()
  await page.clock.fastForward(1_999)
  expect(await added.isVisible()).toBe(true)
  await page.clock.fastForward(1)
  await page.clock.resume()
  await dialog.waitFor({ state: 'hidden' })
  await rowOf(page, 'grace.adeyemi').getByText('Invited, not signed in yet').waitFor()
  const first = linkIn((await mailbox.letterTo(email)).text)
  await rowOf(page, 'grace.adeyemi').getByRole('button', { name: 'New link' }).click()
  const again = page.getByRole('dialog', { name: 'New link for grace.adeyemi' })
  await again.getByRole('button', { name: 'Make a new link' }).click()
  await again.getByText(`An email to ${email} is on its way.`).waitFor()
  await again.getByRole('button', { name: 'Done' }).click()
  const second = linkIn((await mailbox.letterTo(email, 2)).text)

  const grace = await stranger(phone)
  await grace.page.goto(first.href)
  await grace.page.getByText('This link has expired. Please ask for a new one.').waitFor()
  await grace.page.goto('about:blank')
  await grace.page.goto(second.href)
  await grace.page.getByText('grace.adeyemi, Harrow & Pike.').waitFor()
  expect(await accessibilityFaults(grace.page)).toEqual([])
  await setPassword(grace.page, 'ladder 15', 'ladder 16')
  await grace.page.getByText('New passwords do not match.').waitFor()
  await setPassword(grace.page, 'password1')
  await grace.page.getByText('This password is too common. Please choose another.').waitFor()
  await setPassword(grace.page, 'ladder and bucket')
  await grace.page.waitForURL('**/day')
  await grace.page.getByText('No visits today').waitFor()
  await rowOf(page, 'grace.adeyemi').getByText('Now').waitFor()
  expect(faults).toEqual([])
  await grace.context.close()
  await context.close()
})

test('without a mail server the modal stays open and shows the link, with which the person can sign in', async () => {
  const alone = await startServer()
  alone.services.transport.send = async () => undefined
  const owner = await alone.registerCompany({ username: 'olga' })
  const { context, page } = await stranger(desktop)
  await page.goto(`${alone.url}/auths`)
  await page.getByLabel('Email').fill(owner.user.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.locator('form[aria-busy] button[type=submit]').click()
  await page.waitForURL('**/sites')
  await page.getByRole('link', { name: 'Team Management' }).click()
  await page.clock.install()
  const dialog = await addUser(page, 'noor.hassan', 'noor@example.com', 'Admin', 'Noor Hassan')
  await dialog.getByText(/^User added successfully/).waitFor()
  const link = await dialog.getByLabel('Password link').inputValue()
  await dialog.getByText('2 of 10 users').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await page.clock.fastForward(2_200)
  await dialog.getByRole('button', { name: 'Add another' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.goto(link)
  await setPassword(page, 'ladder and bucket')
  await page.waitForURL('**/sites')
  await page.getByText('Noor Hassan').first().waitFor()
  await context.close()
  await alone.close()
})

test('a role that is changed is on the open screens of the person at once, on a desktop and a phone', async () => {
  const opened = [screens.open(dana, '/team'), screens.open(priya, '/sites'), screens.open(priya, '/sites', phone)]
  const [owner, ...members] = await Promise.all(opened)
  if (!owner) throw new Error('There is no page of the owner')
  const newJobs = members.map(({ page }) => page.getByRole('button', { name: 'New Job' }))
  for (const newJob of newJobs) await newJob.waitFor()
  await rowOf(owner.page, 'priya.nair').getByRole('button', { name: 'Edit role' }).click()
  const dialog = owner.page.getByRole('dialog', { name: 'Edit role of priya.nair' })
  await dialog.getByRole('radio', { name: 'Team' }).check()
  await dialog.getByRole('button', { name: 'Save role' }).click()
  await owner.page.getByText('User role updated successfully.').waitFor()
  for (const newJob of newJobs) await newJob.waitFor({ state: 'hidden' })
  await rowOf(owner.page, 'priya.nair').getByText('Team', { exact: true }).waitFor()
  await rowOf(owner.page, 'priya.nair').getByRole('button', { name: 'Edit role' }).click()
  await dialog.getByRole('radio', { name: 'Admin' }).check()
  await dialog.getByRole('button', { name: 'Save role' }).click()
  for (const newJob of newJobs) await newJob.waitFor()
  for (const { context } of [owner, ...members]) await context.close()
})

test('a deleted user is signed out immediately, and is back after Undo', async () => {
  const sam = await addMember(screens.server, dana, 'team', 'sam.reyes')
  const [owner, member] = await Promise.all([screens.open(dana, '/team'), screens.open(sam, '/sites', phone)])
  await member.page.getByText('12 High Street').first().waitFor()
  await rowOf(owner.page, 'sam.reyes').getByRole('button', { name: 'Delete' }).click()
  const deletion = owner.page.getByRole('dialog', { name: 'Delete sam.reyes?' })
  await deletion.getByText('sam.reyes will be signed out everywhere').waitFor()
  await deletion.getByRole('button', { name: 'Delete sam.reyes' }).click()
  await owner.page.getByText('Deleted sam.reyes').waitFor()
  await member.page.waitForURL('**/auths')
  await expect.poll(() => rowOf(owner.page, 'sam.reyes').count()).toBe(0)
  await owner.page.getByRole('button', { name: 'Undo' }).click()
  await rowOf(owner.page, 'sam.reyes').waitFor()
  await member.page.getByLabel('Email').fill(sam.user.email)
  await member.page.getByLabel('Password', { exact: true }).fill(sam.password)
  await member.page.locator('form[aria-busy] button[type=submit]').click()
  await member.page.waitForURL('**/day')
  await Promise.all([owner.context.close(), member.context.close()])
})

test('users are sorted by role, or by username when its heading is pressed', async () => {
  const { page, context } = await screens.open(dana, '/team')
  await rowOf(page, 'tom.okafor').waitFor()
  const order = async () => (await names(page)).map((text) => text.replace(/^[A-Z]{2}\s*/, '').split(/\s/)[0])
  const byName = (await order()).toSorted()
  expect((await order())[0]).toBe('dana.whitfield')
  await page.getByRole('button', { name: 'Role', exact: true }).click()
  expect((await order()).at(-1)).toBe('dana.whitfield')
  await page.getByRole('button', { name: 'Username' }).click()
  expect(await order()).toEqual(byName)
  await page.getByRole('button', { name: 'Username' }).click()
  expect(await order()).toEqual(byName.toReversed())
  await rowOf(page, 'dana.whitfield').getByText('Owner accounts cannot be changed').waitFor()
  await context.close()
})

test.each([
  ['admin', () => priya, desktop],
  ['team', () => tom, desktop],
  ['team on a phone', () => tom, phone],
])('%s sees usernames and roles, and no emails, actions or button', async (_, who, look) => {
  const { page, context, faults } = await screens.open(who(), '/team', look)
  await page.getByText('dana.whitfield').locator('visible=true').first().waitFor()
  expect(await page.getByText('@example.com').count()).toBe(0)
  expect(await page.getByRole('button', { name: /Add New User|Edit role|Delete|New link|Actions for/ }).count()).toBe(0)
  expect(await faultsInBothColours(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

test('on a phone the owner sees cards, a menu for each person, and a list to choose the order', async () => {
  const { page, context } = await screens.open(dana, '/team', phone)
  await page.getByRole('button', { name: 'Actions for tom.okafor' }).click()
  await page.getByRole('button', { name: 'Edit role' }).click()
  await page.getByRole('dialog', { name: 'Edit role of tom.okafor' }).getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Sort by').selectOption('Username')
  await page.getByText(tom.user.email).waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await context.close()
})

test('the eleventh user is refused with a link to the plans', async () => {
  const owner = await screens.server.registerCompany({ username: 'olive' })
  for (let count = 1; count < 10; count += 1) await addMember(screens.server, owner, 'team')
  const { page, context } = await screens.open(owner, '/team')
  await page.getByText('10 of 10 users').waitFor()
  await page.getByRole('button', { name: 'Add New User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New User' })
  await dialog.getByText('Your plan allows up to 10 users.').waitFor()
  expect(await dialog.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/subscription')
  await context.close()
})

test('a forgotten password is reset by a mailed link', async () => {
  const { page, context } = await stranger(phone)
  await page.goto('/auths')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByText('Enter your email.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByLabel('Email').fill(tom.user.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByText('Check your email').waitFor()
  const { href } = linkIn((await mailbox.letterAbout(tom.user.email, 'Choose a new Fettle password')).text)
  await page.goto(href)
  // The secret is in no list of pages visited; a page that is loaded again has it all the same.
  await expect.poll(() => page.url()).toMatch(/\/set-password$/)
  await page.reload()
  await setPassword(page, 'brand new word 3')
  await page.waitForURL('**/day')
  await context.close()
})
