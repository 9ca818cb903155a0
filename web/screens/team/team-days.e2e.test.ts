import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Screens, startScreens } from '#test/browser/screens.ts'
import { addMember } from '#test/server/people.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens?.close())

test('the day on which somebody was added is that of the company, also just after its midnight', async () => {
  const dana = await screens.server.registerCompany({ username: 'dana.whitfield' })
  await addMember(screens.server, dana, 'team', 'tom.okafor')
  const { context, page, faults } = await screens.open(dana, '/todo')
  await page.waitForLoadState('networkidle')
  // Half past midnight in London.
  const at = '2026-06-30T23:30:00.000Z'
  await page.route(/\/api\/team(\?|$)/, async (route) => {
    const answer = await route.fetch()
    const { users, ...rest } = await answer.json()
    const json = { ...rest, users: users.map((user: object) => ({ ...user, createdAt: at })) }
    await route.fulfill({ response: answer, json })
  })
  await page.getByRole('link', { name: 'Team Management' }).click()
  await page.getByRole('row').filter({ hasText: 'tom.okafor' }).getByText('1 Jul 2026').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await page.route(/\/api\/me(\?|$)/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), memberSince: at } })
  })
  await page.goto(new URL('/profile', page.url()).href)
  await page.getByRole('definition').filter({ hasText: '1 Jul 2026' }).waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  expect(faults).toEqual([])
  await context.close()
})
