import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accessibilityFaults, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { smallTargets } from '#test/browser/small-targets.ts'
import { createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { makeKey } from '#test/server/rights/api-keys.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let olga: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  olga = await screens.server.registerCompany()
})
afterAll(() => screens.close())

test('the office makes a key that is shown once, sees what it may do, and revokes it', async () => {
  const { context, page, faults } = await screens.open(olga, '/connections')
  await page.getByText('No API keys yet').waitFor()
  await page.getByRole('button', { name: 'New key' }).click()
  const asking = page.getByRole('dialog', { name: 'New API key' })
  await asking.getByRole('button', { name: 'Make key' }).click()
  await asking.getByText('Enter a name for the key.').waitFor()
  expect(await asking.getByRole('button', { name: 'What the team sees' }).getAttribute('aria-pressed')).toBe('true')
  await asking.getByLabel('Name').fill('Aire Valley reports')
  await asking.getByRole('checkbox', { name: 'Parts: read' }).check()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityFaults(page)).toEqual([])
  }
  await asking.getByRole('button', { name: 'Make key' }).click()
  const made = page.getByRole('dialog', { name: 'Aire Valley reports' })
  const token = await made.getByLabel('API key').inputValue()
  expect(await accessibilityFaults(page)).toEqual([])
  expect((await screens.server.call(paths.parts, { token })).status).toBe(200)
  await made.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('list', { name: 'API keys' }).getByRole('listitem').first()
  await row.getByText('Parts: read').waitFor()
  expect(await row.innerText()).toContain(`fk_live_…${token.slice(-4)}`)
  expect(await page.content()).not.toContain(token)
  await page.reload()
  await page.getByRole('button', { name: 'Last calls of Aire Valley reports' }).click()
  const calls = page.getByRole('dialog', { name: 'Last calls of Aire Valley reports' })
  await calls.getByRole('row', { name: 'GET /api/parts 200' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await calls.getByRole('button', { name: 'Done' }).click()
  // On a phone, with the key of a colleague beside it.
  const ann = await addMember(screens.server, olga, 'admin')
  await makeKey(screens.server, ann, { name: 'Power BI' })
  await page.setViewportSize(phone.viewport ?? { width: 390, height: 844 })
  await page.reload()
  await page.getByRole('heading', { name: 'Power BI' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Revoke Aire Valley reports' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Revoked', { exact: true }).waitFor()
  expect((await screens.server.call(paths.parts, { token })).status).toBe(401)
  await context.route(`**${paths.apiKeys}`, (route) => route.abort())
  await page.reload()
  await page.getByText('Failed to load the API keys.').waitFor()
  expect(faults).toEqual([])
})

test('a key for the jobs of one agency is made on the screen, and only reads', async () => {
  const { seq } = await createJob(screens.server, olga, { agency: 'Aire Valley Homes' })
  await screens.server.call(`${pathTo(paths.list, { list: 'agencies' })}?after=${seq}`, { token: olga.token })
  const { page, faults } = await screens.open(olga, '/connections')
  await page.getByRole('button', { name: 'New key' }).click()
  const asking = page.getByRole('dialog', { name: 'New API key' })
  await asking.getByLabel('Name').fill('Aire Valley')
  await asking.getByRole('checkbox', { name: 'Jobs and visits: write' }).check()
  await asking.getByRole('combobox', { name: 'Only jobs of' }).fill('aire')
  await page.getByRole('option', { name: 'Aire Valley Homes' }).click()
  await asking.getByRole('checkbox', { name: 'Jobs and visits: write' }).waitFor({ state: 'detached' })
  expect(await asking.getByRole('checkbox').count()).toBe(5)
  for (const viewport of [{ width: 1440, height: 900 }, phone.viewport ?? { width: 390, height: 844 }]) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await accessibilityFaults(page)).toEqual([])
    }
  }
  expect(await smallTargets(page)).toEqual([])
  await asking.getByRole('button', { name: 'Make key' }).click()
  const token = await page.getByRole('dialog', { name: 'Aire Valley' }).getByLabel('API key').inputValue()
  expect((await screens.server.call(paths.parts, { token })).status).toBe(403)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Only jobs of Aire Valley Homes').waitFor()
  expect(faults).toEqual([])
})

test('a team member finds no connections', async () => {
  const tom = await addMember(screens.server, olga, 'team')
  const { page } = await screens.open(tom, '/connections')
  await page.waitForURL('**/sites')
})
