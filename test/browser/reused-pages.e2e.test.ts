import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Screens, startScreens } from './screens.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens?.close())

const live = (page: Page) => page.getByRole('status').getByText('Live', { exact: true }).waitFor({ timeout: 15_000 })

test('a page is used again, and one whose sockets were cut is not: the next test is connected', async () => {
  const olga = await screens.server.registerCompany()
  const first = await screens.open(olga, '/sites')
  await live(first.page)
  await first.context.close()
  const second = await screens.open(olga, '/sites')
  expect(second.page).toBe(first.page)
  await second.context.routeWebSocket(/\/socket/, (socket) => void socket.close())
  await second.page.reload()
  await second.page.getByRole('status').getByText('Connecting').waitFor()
  await second.context.close()
  const third = await screens.open(olga, '/sites')
  expect(third.page).not.toBe(second.page)
  await live(third.page)
  await third.context.close()
})
