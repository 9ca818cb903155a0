import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtWeb } from '#test/browser/built-web.ts'
import { layoutShift } from '#test/browser/layout-shift.ts'
import { desktop, type Screens, startScreens } from '#test/browser/screens.ts'
import { freePort } from '#test/faults/processes.ts'

let screens: Screens
beforeAll(async () => {
  await builtWeb()
  screens = await startScreens({}, { projector: false })
})
afterAll(() => screens?.close())

test('a form does not move while the page arrives in pieces', async () => {
  const inPieces = createServer(async (req, res) => {
    const answer = await screens.server.call(req.url ?? '/')
    const body = Buffer.from(await answer.arrayBuffer())
    const middle = body.indexOf('</form>')
    res.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    if (req.url === '/login') {
      res.write(body.subarray(0, middle))
      await setTimeout(500)
    }
    res.end(req.url === '/login' ? body.subarray(middle) : body)
  })
  const port = await freePort()
  await once(inPieces.listen(port, '127.0.0.1'), 'listening')
  const context = await screens.newContext(desktop)
  const page = await context.newPage()
  // From the cache, as the font's arrival may move a line by a pixel.
  await page.goto(`http://127.0.0.1:${port}/auths`, { waitUntil: 'networkidle' })
  await page.goto(`http://127.0.0.1:${port}/login`, { waitUntil: 'networkidle' })
  expect(await page.getByRole('button', { name: 'Sign In' }).count()).toBeGreaterThan(0)
  expect(await layoutShift(page)).toBe(0)
  await context.close()
  inPieces.close()
})

test('a price period that is chosen before the page’s script has loaded is the one that is shown', async () => {
  const context = await screens.newContext(desktop)
  const page = await context.newPage()
  const script = Promise.withResolvers<void>()
  await page.route('**/static/*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto('/pricing', { waitUntil: 'commit' })
  await page.getByRole('radio', { name: '6 months' }).check()
  script.resolve()
  const card = page.getByRole('region', { name: 'Selected period' })
  await card.getByText('£540 per 6 months, 10% off').waitFor()
  expect(await page.getByRole('radio', { name: '6 months' }).isChecked()).toBe(true)
  await context.close()
})

test('the focus stays where the skip link has brought it when the code of the page comes later than the rest', async () => {
  const context = await screens.newContext(desktop)
  const page = await context.newPage()
  const code = Promise.withResolvers<void>()
  await page.route('**/static/public-*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  const rest = page.waitForResponse('**/static/shell-*.js')
  await page.goto('/pricing', { waitUntil: 'commit' })
  await (await rest).finished()
  // What has come has run: this is about what happens next.
  await page.waitForTimeout(500)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const focused = () => page.evaluate(() => document.activeElement?.tagName)
  await expect.poll(focused).toBe('MAIN')
  code.resolve()
  // The script answers to a choice once it runs. Nothing else moves the focus.
  await page.evaluate(() => {
    const chosen = document.querySelector<HTMLInputElement>('input[name=period][value="6"]')
    return chosen?.click()
  })
  await page.getByText('£540 per 6 months, 10% off').waitFor()
  expect(await focused()).toBe('MAIN')
  await context.close()
})
