import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultUntil } from '#test/browser/requests/fault-until.ts'
import { faultsInBothColours, type Screens, startScreens } from '#test/browser/screens.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
})
afterAll(() => screens?.close())

const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true }

/** A browser that nobody has used, at the sign-in page; `requests` are the calls to the API it makes. */
async function visit(look: BrowserContextOptions = desktop, path = '/auths') {
  const context = await screens.newContext(look)
  const page = await context.newPage()
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    requests.push(pathname)
  })
  await page.goto(path)
  return { context, page, requests }
}

const submit = (page: Page) => page.locator('form[aria-busy] button[type=submit]')
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))

async function signIn(page: Page) {
  await page.getByLabel('Email').fill(dana.user.email)
  await password(page).fill(dana.password)
  await submit(page).click()
  await page.waitForURL('**/sites')
}

describe.each([
  ['a desktop', desktop],
  ['a phone', phone],
] as const)('on %s', (_, look) => {
  test('a business registers, is signed in, logs out and signs in again', async () => {
    const { context, page } = await visit(look)
    const email = `owner-${Math.random()}@example.com`
    await page.getByRole('button', { name: 'Register Your Business', exact: true }).click()
    await page.getByLabel('Business name').fill('Ashdown Repairs')
    await page.getByLabel('Username').fill('priya.nair')
    await page.getByLabel('Email').fill(email)
    await password(page).fill('sash window 14')
    await submit(page).click()
    await page.waitForURL('**/sites')
    await page.getByRole('heading', { level: 1, name: look === phone ? 'Jobs' : 'Site Management' }).waitFor()

    if (look === phone) await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByText('Owner · Ashdown Repairs').locator('visible=true').waitFor()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')

    await page.getByLabel('Email').fill(email)
    await password(page).fill('sash window 14')
    await submit(page).click()
    await page.waitForURL('**/sites')
    await page.getByText('Login successful!').waitFor()
    await context.close()
  })

  test('the page has no accessibility faults, in light and dark, with and without errors', async () => {
    const { context, page } = await visit(look)
    await submit(page).waitFor()
    expect(await faultsInBothColours(page)).toEqual([])
    await page.getByRole('button', { name: 'Register Your Business', exact: true }).click()
    await submit(page).click()
    await page.getByText('Enter your business name.').waitFor()
    expect(await faultsInBothColours(page)).toEqual([])
    await signInAfter(page)
    expect(await faultsInBothColours(page)).toEqual([])
    await context.close()
  })
})

/** From the register side to the jobs, with the page at rest. */
async function signInAfter(page: Page) {
  await page.getByRole('button', { name: 'Sign In' }).first().click()
  await signIn(page)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('No jobs found.').waitFor()
}

test('missing fields are named in the box and below each field, and the first one gets the focus', async () => {
  const { context, page, requests } = await visit()
  await page.getByRole('button', { name: 'Register Your Business', exact: true }).click()
  await page.getByLabel('Business name').fill('Harrow & Pike')
  await submit(page).click()
  await expect.poll(() => page.getByRole('alert').textContent()).toBe('Please fill all required fields.')
  await expect.poll(() => focused(page)).toBe('username')
  const username = page.getByLabel('Username')
  await expect.poll(() => username.getAttribute('aria-invalid')).toBe('true')
  expect(await username.evaluate((field) => field.ariaDescribedByElements?.[0]?.textContent)).toBe(
    'Enter your username.',
  )
  expect(await page.getByText('Enter your business name.').count()).toBe(0)
  expect(requests).not.toContain('/api/auth/register')
  await context.close()
})

test('a wrong password and an unknown email give the same error, and the typed email stays', async () => {
  const { context, page } = await visit()
  const alerts = []
  for (const email of [dana.user.email, 'nobody@example.com']) {
    await page.getByLabel('Email').fill(email)
    await password(page).fill('not the password')
    await Promise.all([page.waitForResponse('**/api/auth/login'), submit(page).click()])
    await page.getByText('Authentication failed!').waitFor()
    alerts.push(await page.getByRole('alert').textContent())
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email)
  }
  expect(alerts).toEqual(Array(2).fill('Authentication failed! The email or the password is wrong.'))
  await expect.poll(() => focused(page)).toBe('password')
  await context.close()
})

test('a common password is refused at its field', async () => {
  const { context, page } = await visit()
  await page.getByRole('button', { name: 'Register Your Business', exact: true }).click()
  await page.getByLabel('Business name').fill('Harrow & Pike')
  await page.getByLabel('Username').fill('dana')
  await page.getByLabel('Email').fill('dana@example.com')
  await password(page).fill('password')
  await submit(page).click()
  await page.locator('[name=password][aria-invalid=true]').waitFor()
  await expect.poll(() => focused(page)).toBe('password')
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('dana@example.com')
  await context.close()
})

test('clicking Register before the script loads opens the registration form', async () => {
  const { context, page } = await visit(desktop, '/login')
  const mend = await faultUntil(context, '**/*.js', (route) => route.abort())
  await page.goto('/auths')
  const register = page.getByRole('button', { name: 'Register Your Business', exact: true }).first()
  await register.click()
  await page.waitForURL('**/auths?entrance=register')
  mend()
  await page.reload()
  await page.getByLabel('Business name').waitFor()
  expect(await register.getAttribute('aria-pressed')).toBe('true')
  await context.close()
})

test('the email is kept when switching from signing in to registering and back', async () => {
  const { context, page } = await visit()
  await page.getByLabel('Email').fill('dana@example.com')
  await page.getByRole('button', { name: 'Register your business', exact: true }).click()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('dana@example.com')
  await page.getByRole('button', { name: 'Sign In' }).first().click()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('dana@example.com')
  await context.close()
})

test('a password can be shown and hidden', async () => {
  const { context, page } = await visit()
  await password(page).fill('sash window 14')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect.poll(() => password(page).getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect.poll(() => password(page).getAttribute('type')).toBe('password')
  await context.close()
})

test('a double click signs in once', async () => {
  const { context, page, requests } = await visit()
  await page.getByLabel('Email').fill(dana.user.email)
  await password(page).fill(dana.password)
  await submit(page).dblclick()
  await page.waitForURL('**/sites')
  expect(requests.filter((path) => path === '/api/auth/login')).toHaveLength(1)
  await context.close()
})

test('signed-in users skip the sign-in page, and signed-out users are sent to it', async () => {
  const { context, page } = await visit(desktop, '/sites')
  await page.waitForURL('**/auths')
  await signIn(page)
  for (const path of ['/auths', '/login']) {
    await page.goto(path)
    await page.waitForURL('**/sites')
  }
  await context.close()
})

test('two tabs of one browser share the session: both survive a reload, and logging out of one logs out of both', async () => {
  const { context, page } = await visit()
  await signIn(page)
  const other = await context.newPage()
  await other.goto('/sites')
  await Promise.all([page.reload(), other.reload()])
  for (const tab of [page, other]) await tab.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await other.waitForURL('**/auths')
  await context.close()
})

test('the access token is not stored where another script could find it', async () => {
  const { context, page } = await visit()
  await signIn(page)
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
  expect(kept).not.toMatch(/eyJ|refresh/)
  const [cookie] = await context.cookies()
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
  await context.close()
})

test('a failed session check is shown and can be retried', async () => {
  const { context, page } = await visit()
  await signIn(page)
  const heal = await faultUntil(page, '**/api/auth/refresh', (route) => route.fulfill({ status: 503, body: '{}' }))
  // A device that does not know who was signed in.
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await page.getByText('Failed to verify user token').waitFor()
  heal()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await context.close()
})

test('a password link is called expired only if it is: a server that is down says nothing about it', async () => {
  const { context, page } = await visit(phone, '/set-password#reset=none')
  await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
  await page.route('**/api/auth/password-link', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto('/forgot-password')
  await page.goto('/set-password#reset=none')
  await page.getByRole('heading', { name: 'We could not check this link' }).waitFor()
  await context.close()
})

test('the sign-in page loads nothing of the signed-in area', async () => {
  const { context, page, requests } = await visit()
  await submit(page).waitFor()
  expect(requests.filter((path) => /signed-in|jobs?-screen|toast/.test(path))).toEqual([])
  await context.close()
})
