import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtWeb } from '#test/browser/built-web.ts'
import { layoutShift } from '#test/browser/layout-shift.ts'
import { accessibilityFaults, desktop, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { stopClock } from '#test/browser/stopped-clock.ts'
import { guides, pages } from './pages.ts'

let screens: Screens
beforeAll(async () => {
  await builtWeb()
  screens = await startScreens({ publicUrl: 'https://fettle.example' }, { projector: false })
})
afterAll(() => screens?.close())

const all = [...Object.values(pages), ...Object.values(guides)]

/** Opens a path in a fresh browser; `asked` collects the requested paths, `faults` the page errors. */
async function visit(path: string, look: BrowserContextOptions = desktop) {
  const context = await screens.newContext(look)
  const page = await context.newPage()
  const requests: string[] = []
  const faults: string[] = []
  page.on('request', (request) => void requests.push(new URL(request.url()).pathname))
  page.on('pageerror', (error) => faults.push(String(error)))
  await page.goto(path)
  return { context, page, requests, faults }
}

const tooWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)

const looks = { 'a desktop': desktop, 'a phone': phone }

// Size and colours are independent, so two of the four combinations are enough.
test.each([
  ['a desktop', 'light'],
  ['a phone', 'dark'],
] as const)(
  'on %s in the %s every public page has its title, with no layout shift, nothing cut off and no accessibility faults',
  async (size, colorScheme) => {
    const { context, page, faults } = await visit('/', { ...looks[size], colorScheme })
    for (const { path, title, ...rest } of all) {
      await page.goto(path, { waitUntil: 'live' in rest ? 'networkidle' : 'load' })
      expect(await page.title()).toBe(title)
      await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe(colorScheme)
      expect(await page.getByRole('heading', { level: 1 }).count(), path).toBe(1)
      expect(await tooWide(page), path).toBe(false)
      expect(await layoutShift(page), path).toBe(0)
      expect(await accessibilityFaults(page), path).toEqual([])
    }
    expect(faults).toEqual([])
    await context.close()
  },
)

test('by keyboard the first stop of a public page leads past its header', async () => {
  const { context, page } = await visit('/')
  for (const path of ['/', '/pricing', '/docs/office-manager']) {
    await page.goto(path)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to main content')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  }
  await context.close()
})

test('each page has its own title, description and social card before any script runs', async () => {
  const seen = new Set<string>()
  for (const { path, title, description } of all) {
    const html = await (await screens.server.call(path)).text()
    const metaOf = (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
    expect(html).toContain(`<title>${title}</title>`)
    expect(metaOf('description')).toBe(description)
    expect(metaOf('og:title')).toBe(title)
    expect(metaOf('og:description')).toBe(description)
    expect(metaOf('og:image')).toBe('https://fettle.example/social-card.png')
    expect(html.match(/<title>/g)).toHaveLength(1)
    expect(html).toMatch(/<h1[ >]/)
    seen.add(description)
  }
  expect(seen.size).toBe(all.length)
  const card = await screens.server.call('/social-card.png')
  expect(card.headers.get('content-type')).toBe('image/png')
})

test('all public pages can be read without JavaScript, including every answer and price', async () => {
  const { context, page } = await visit('/', { ...desktop, javaScriptEnabled: false, colorScheme: 'dark' })
  for (const heading of ['Job Tracking', 'Flexible Integrations', 'Cost-Effective Solution', 'Register', 'Configure'])
    await page.getByRole('heading', { name: heading }).waitFor()
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(15, 21, 19)')
  await page.getByRole('link', { name: 'Learn More' }).click()
  await page.getByRole('cell', { name: '£768 Gold' }).waitFor()
  await page.getByRole('link', { name: 'FAQ' }).click()
  await page
    .getByText('You can carry on working. Task changes, comments, photos and signatures are saved on the phone')
    .waitFor()
  await page.getByText('By card, through Stripe.').waitFor()
  await page.getByRole('link', { name: 'Contact', exact: true }).click()
  await page.getByText('This form needs JavaScript').waitFor()
  await page.getByRole('link', { name: 'Privacy' }).click()
  await page.getByText('Nobody under the age of 13 may have an account').waitFor()
  await page.getByText('replies within 24 hours').waitFor()
  await page.getByRole('link', { name: 'Terms' }).click()
  await page.getByText('The law of England and Wales applies').waitFor()
  await page.getByRole('link', { name: 'Docs' }).click()
  await page.getByRole('article').getByRole('link', { name: 'Field worker' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await context.close()
})

test('the landing page links to its sections, to signing in and to the prices', async () => {
  const { context, page, requests } = await visit('/')
  const bar = page.getByRole('navigation', { name: 'Main' })
  for (const [link, section] of [
    ['Why Us?', 'Built for firms that keep buildings working'],
    ['Steps', 'Three steps to your first visit'],
    ['Get Started', 'Put your jobs in order'],
  ] as const) {
    await bar.getByRole('link', { name: link }).click()
    await expect.poll(() => inView(page, section)).toBe(true)
  }
  await page
    .getByText('£100 a month, £90 if you pay for 6 months, or £80 for 12. Launch price: 20% under list.')
    .waitFor()
  expect(requests.filter((path) => path.endsWith('.js'))).toHaveLength(2)
  expect(requests.filter((path) => path.endsWith('.css'))).toHaveLength(1)
  expect(requests.filter((path) => path.startsWith('/api'))).toEqual([])
  await page.getByRole('link', { name: 'Learn More' }).click()
  await page.waitForURL('**/pricing')
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Get Started' }).first().click()
  await page.waitForURL('**/auths')
  await page.goBack()
  await page.getByRole('link', { name: 'Sign In' }).click()
  await page.waitForURL('**/auths')
  await context.close()
})

const inView = (page: Page, heading: string) =>
  page.getByRole('heading', { name: heading }).evaluate((found) => {
    const { top, bottom } = found.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  })

test('a price period is chosen by keyboard, with 12 months selected at first and the launch price explained', async () => {
  const { context, page } = await visit('/pricing')
  const card = page.getByRole('region', { name: 'Selected period' })
  const period = (name: string) => page.getByRole('radio', { name })
  await card.getByText('£80').first().waitFor()
  expect(await period('12 months').isChecked()).toBe(true)
  await period('12 months').focus()
  await page.keyboard.press('ArrowLeft')
  await card.getByText('£540 per 6 months, 10% off').waitFor()
  expect(await card.textContent()).toContain('£90list price per month')
  expect(await card.textContent()).toContain(
    'Launch price: 20% under listSubscribe in the app and pay £432 per 6 months, £72 per month.',
  )
  await page.keyboard.press('ArrowLeft')
  await card.getByText('£100').waitFor()
  expect(await card.textContent()).toContain('Subscribe in the app and pay £80 per month.')
  await period('12 months').check()
  expect(await card.textContent()).toContain('£960 per year, 20% off')
  expect(await card.textContent()).toContain('pay £768 per year, £64 per month.')
  expect(await page.getByRole('row').allTextContents()).toEqual([
    'PeriodList priceLaunch price, in the appYou save',
    'Monthly£100 per month£80 Bronze£20 a month',
    '6 months£540 £90 per month£432 Silver, £72 per month£108 every 6 months',
    '12 months£960 £80 per month£768 Gold, £64 per month£192 a year',
  ])
  await page.getByRole('link', { name: 'Get Started Now' }).click()
  await page.waitForURL('**/auths')
  await context.close()
})

test('questions are under four tabs with arrow keys, several can be open, and the address keeps them', async () => {
  const { context, page, faults } = await visit('/faq')
  const tab = (name: string) => page.getByRole('tab', { name })
  const question = (name: string) => page.getByRole('button', { name })
  expect(await page.getByRole('tab').allTextContents()).toEqual(['General', 'Features', 'Pricing', 'Technical'])
  await tab('General').focus()
  await page.keyboard.press('ArrowRight')
  await question('What happens when a phone has no signal?').click()
  await question('Do field workers see our prices?').press('Enter')
  await page.getByText('You can carry on working.').waitFor()
  await page.getByText('Prices, totals, work orders, agencies and invoices are never sent to a team member').waitFor()
  expect(new URL(page.url()).search).toBe('?tab=features&answer=no-signal&answer=prices')
  expect(await accessibilityFaults(page)).toEqual([])

  await page.reload()
  await page.getByText('You can carry on working.').waitFor()
  await expect.poll(() => tab('Features').getAttribute('aria-selected')).toBe('true')
  expect(await question('Do field workers see our prices?').getAttribute('aria-expanded')).toBe('true')
  await question('Do field workers see our prices?').click()
  await page.getByText('Prices, totals, work orders').waitFor({ state: 'hidden' })
  expect(await question('Do field workers see our prices?').getAttribute('aria-expanded')).toBe('false')
  expect(await page.getByText('You can carry on working.').isVisible()).toBe(true)

  await tab('Features').focus()
  for (const [key, name] of [
    ['End', 'Technical'],
    ['ArrowRight', 'General'],
    ['ArrowLeft', 'Technical'],
    ['Home', 'General'],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name)
    await expect.poll(() => tab(name).getAttribute('aria-selected')).toBe('true')
  }
  expect(faults).toEqual([])
  await page.getByRole('link', { name: 'Contact Support' }).click()
  await page.waitForURL('**/contact')
  await context.close()
})

test('the contact form needs all fields, waits a second, says thanks, clears itself and sends nothing', async () => {
  const { context, page, requests } = await visit('/contact')
  const fields = ['Name', 'Email', 'Subject', 'Message'].map((label) => page.getByLabel(label))
  const send = page.getByRole('button', { name: 'Send' })
  const typed = ['Dana Whitfield', 'dana@harrowpike.example', 'A plan', 'Do you take cheques?']
  const fill = async () => {
    for (const [at, field] of fields.entries()) await field.fill(typed[at] ?? '')
  }
  const values = () => Promise.all(fields.map((field) => field.inputValue()))
  for (const [at, field] of fields.entries()) {
    await fill()
    // A field of spaces counts as empty; the browser itself rejects an email of spaces.
    await field.fill(at === 1 ? 'dana' : '  ')
    await send.click()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe(['name', 'email', 'subject', 'message'][at])
    expect(await page.getByRole('status').textContent()).toBe('')
  }
  await fill()
  await stopClock(page)
  await send.click()
  await page.clock.fastForward(999)
  expect(await values()).toEqual(typed)
  await page.clock.fastForward(1)
  await page.clock.resume()
  await page.getByRole('status').getByText("Thank you for your message. We'll get back to you soon!").waitFor()
  expect(await values()).toEqual(['', '', '', ''])
  expect(await accessibilityFaults(page)).toEqual([])

  await fill()
  await context.setOffline(true)
  await send.click()
  await page.getByRole('status').getByText('Something went wrong. Please try again later.').waitFor()
  expect(await values()).toEqual(typed)
  expect(await accessibilityFaults(page)).toEqual([])
  expect(requests.filter((path) => path.startsWith('/api') || path.startsWith('/socket'))).toEqual([])
  await context.close()
})

test('what is typed and submitted before the script loads is kept, and sent once it has', async () => {
  const { context, page } = await visit('/')
  await beforeScripts(page, '/auths', async () => {
    await page.getByLabel('Email').fill('dana@harrowpike.example')
    await page.getByLabel('Password', { exact: true }).fill('harrow and pike')
    await page.keyboard.press('Enter')
  })
  await page.getByRole('alert').getByText('Authentication failed!').waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(await page.getByLabel('Email').inputValue()).toBe('dana@harrowpike.example')

  await beforeScripts(page, '/forgot-password', async () => {
    await page.getByRole('button', { name: 'Send link' }).click()
  })
  await page.getByText('Enter your email.').waitFor()
  await beforeScripts(page, '/forgot-password', async () => {
    await page.getByLabel('Email').fill('dana@harrowpike.example')
    await page.getByRole('button', { name: 'Send link' }).click()
  })
  await page.getByText('If dana@harrowpike.example has an account').waitFor()
  await context.close()
})

/** Opens an address with its scripts held back until `act` is done. */
async function beforeScripts(page: Page, path: string, act: () => Promise<void>) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await act()
  release()
}

test('an unknown address leads to the landing page', async () => {
  const { context, page } = await visit('/no/such/page')
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('heading', { name: 'Every job in fine fettle.' }).waitFor()
  await page.goto('/docs/no-such-guide')
  await page.waitForURL((url) => url.pathname === '/docs')
  await context.close()
})
