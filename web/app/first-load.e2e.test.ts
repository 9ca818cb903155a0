import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { firstLoads as loads, startCuttingProxy } from '#test/browser/lines/cutting-proxy.ts'
import { type Screens, startScreens } from '#test/browser/screens.ts'
import { expectFound } from '#test/reliability/control.ts'
import { count } from '#test/reliability/extent.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany()
})
afterAll(() => screens.close())

test('a first load on a line that cuts one request in ten ends with the list, without a tap', async ({ task }) => {
  let cutting = false
  let requests = 0
  let scriptsToCut = 0
  const proxy = await startCuttingProxy(screens.server.url, ({ method, url = '' }) => {
    if (scriptsToCut > 0 && url.endsWith('.js')) {
      scriptsToCut -= 1
      return 'cut before'
    }
    // A browser itself retries a page that could not be opened; its error page is not Fettle's.
    if (!cutting || method !== 'GET') return 'answered'
    requests += 1
    if (requests % 10 > 0) return 'answered'
    return requests % 20 > 0 ? 'cut before' : 'cut within'
  })
  const signedIn = async () => {
    cutting = false
    const context = await screens.newContext({ baseURL: proxy.url })
    const credentials = { email: dana.user.email, password: dana.password }
    await context.request.post(paths.login, { data: credentials, headers: { origin: proxy.url } })
    return context
  }
  for (let load = 1; load <= loads; load++) {
    const context = await signedIn()
    cutting = true
    const page = await context.newPage()
    while (!(await page.goto('/sites', { waitUntil: 'commit' }).then(Boolean, () => false)));
    await page.getByText('No jobs found.').waitFor({ timeout: 60_000 })
    await context.close()
  }
  task.meta.extent = `${count(loads, 'first load')}, ${count(requests, 'request')}`
  expect(requests).toBeGreaterThan(30 * loads)

  // A page without the handler of failed loads is still white when another, which lost as much, has its list.
  const context = await signedIn()
  const open = async (page: Page) => {
    scriptsToCut = 3
    await page.goto('/sites')
    expect(scriptsToCut).toBe(0)
    return page.getByText('No jobs found.')
  }
  const simple = await context.newPage()
  await simple.addInitScript(() => {
    window.addEventListener = new Proxy(window.addEventListener, {
      apply: (listen, self, given) => (given[0] === 'error' ? undefined : Reflect.apply(listen, self, given)),
    })
  })
  const missing = await open(simple)
  await (await open(await context.newPage())).waitFor()
  expectFound(task, 'a page that does not try again', (await missing.isVisible()) ? [] : ['it stays white'])
  await context.close()
  await proxy.close()
})
