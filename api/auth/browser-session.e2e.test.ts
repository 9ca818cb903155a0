import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { type Screens, startScreens } from '#test/browser/screens.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens?.close())

/** The response that a script on the page gets from us. */
const ask = (page: Page, url: string, body?: object) =>
  page.evaluate(
    async ([to, sent]) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, ...(sent ? { body: sent } : {}) }
      return fetch(to, init).then(
        (answer) => answer.status,
        () => 'blocked',
      )
    },
    [url, body ? JSON.stringify(body) : ''] as const,
  )

const company = () => ({
  businessName: 'Harrow & Pike',
  username: 'dana',
  email: `${crypto.randomUUID()}@example.com`,
  password: 'tannery wharf 31',
})

test.each(['localhost', '127.0.0.1'])(
  'a browser on http://%s keeps its session, and no script can read it',
  async (host) => {
    const at = screens.server.url.replace('127.0.0.1', host)
    const context = await screens.newContext()
    const page = await context.newPage()
    await page.goto(`${at}/healthz`)
    expect(await ask(page, paths.register, company())).toBe(200)
    expect(await page.evaluate(() => document.cookie)).toBe('')
    await page.goto(`${at}/healthz`)
    expect(await ask(page, paths.refresh)).toBe(200)
    expect(await ask(page, paths.logout)).toBe(204)
    expect(await ask(page, paths.refresh)).toBe(401)
    await context.close()
  },
)

test('pages of other sites cannot use any route', async () => {
  const context = await screens.newContext()
  const page = await context.newPage()
  const ours = screens.server.url.replace('127.0.0.1', 'localhost')
  await page.goto(`${ours}/healthz`)
  expect(await ask(page, paths.register, company())).toBe(200)

  // Its own empty page, without our content security policy, which would stop it anyway.
  await page.route('http://evil.example/', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto('http://evil.example/')
  for (const path of [paths.refresh, paths.logout, paths.login]) {
    expect(await ask(page, ours + path, {})).toBe('blocked')
  }

  await page.goto(`${ours}/healthz`)
  expect(await ask(page, paths.refresh)).toBe(200)
  await context.close()
})
