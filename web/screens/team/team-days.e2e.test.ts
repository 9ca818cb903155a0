import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { type Screens, startScreens } from '#test/browser/screens.ts'
import { addMember } from '#test/server/people.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens?.close())

test('a link that is asked for twice at once is made once, and a browser that cannot copy it says so', async () => {
  const dana = await screens.server.registerCompany({ username: 'dana.whitfield' })
  const { user, token } = dana
  const body = { companyId: user.companyId, username: 'noor.hassan', email: 'noor@example.com', role: 'team' }
  await screens.server.call(paths.addTeamMember, { token, body })
  const { context, page, faults } = await screens.open(dana, '/team')
  let made = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/invitation')) made += 1
  })
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
  })
  await page.getByRole('button', { name: 'New link for noor.hassan' }).click()
  const dialog = page.getByRole('dialog', { name: 'New link for noor.hassan' })
  await dialog.getByRole('button', { name: 'Make a new link' }).dblclick()
  await dialog.getByLabel('Password link').waitFor()
  expect(made).toBe(1)
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await page.getByText('This browser doesn’t allow copying.').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

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
