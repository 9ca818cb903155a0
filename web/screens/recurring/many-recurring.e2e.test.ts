import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RecurringAnswer } from '#core/wire/jobs/recurring.ts'
import { paths } from '#core/wire/paths.ts'
import { faultUntil } from '#test/browser/requests/fault-until.ts'
import { type Screens, startScreens } from '#test/browser/screens.ts'
import { isStoredOnDevice } from '#test/browser/stored-on-device.ts'
import { accepted } from '#test/server/commands.ts'
import { setUpMany } from '#test/server/recurring/many-recurring.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens?.close())

test('the 501st recurring work is found by search and by its link, and shown at the end of the list and on its site’s page', async () => {
  const olga = await screens.server.registerCompany()
  const { siteId, works } = await setUpMany(screens.server, olga, 501)
  const { page, faults } = await screens.open(olga, '/recurring-work')
  const rows = page.getByRole('row', { name: /^Work/ }).filter({ hasNotText: 'How often' })
  await page.getByText('501 recurring jobs').waitFor()
  await page.getByRole('button', { name: 'Next 30 days 30' }).waitFor()
  await page.getByLabel('Search work or site').fill('work 0501')
  await page.getByRole('row', { name: /Work 0501/ }).waitFor()
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByLabel('Search work or site').fill('')
  await expect.poll(() => rows.count()).toBe(100)
  const more = page.getByRole('button', { name: 'Show more' })
  for (const count of [200, 300, 400, 500, 501]) {
    await more.click()
    await expect.poll(() => rows.count()).toBe(count)
  }
  await page.getByRole('row', { name: /Work 0501/ }).waitFor()
  await expect.poll(() => more.count()).toBe(0)
  expect(faults).toEqual([])

  const linked = await screens.open(olga, `/recurring-work?work=${works[500]?.recurringId}`)
  await linked.page.getByRole('dialog', { name: 'Work 0501' }).waitFor()
  expect(linked.faults).toEqual([])

  const site = await screens.open(olga, `/site/${siteId}`)
  await site.page.getByRole('link', { name: 'Work 0001' }).waitFor()
  await site.page.getByRole('button', { name: 'Show more' }).click()
  await site.page.getByRole('link', { name: 'Work 0200' }).waitFor()
  expect(site.faults).toEqual([])
})

test('without a connection the list that is on the device is searched and filtered', async () => {
  const olga = await screens.server.registerCompany()
  const { works } = await setUpMany(screens.server, olga, 40)
  const recurringId = works[1]?.recurringId
  await accepted(screens.server, olga, 'PauseRecurringWork', { recurringId })
  const { context, page } = await screens.open(olga, '/recurring-work')
  const rows = page.getByRole('row', { name: /^Work/ }).filter({ hasNotText: 'How often' })
  await expect.poll(() => rows.count()).toBe(40)
  await page.getByRole('button', { name: 'Paused 1' }).waitFor()
  await context.setOffline(true)
  await page.getByLabel('Search work or site').fill('work 0039')
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByLabel('Search work or site').fill('')
  await page.getByRole('button', { name: 'Paused 1' }).click()
  await page.getByRole('row', { name: /Work 0002/ }).waitFor()
  await expect.poll(() => rows.count()).toBe(1)
  await context.close()
})

test('after a start without a connection a search goes through all pages on the device, and says if there are more', async () => {
  const olga = await screens.server.registerCompany()
  await setUpMany(screens.server, olga, 130)
  const { context, page } = await screens.open(olga, '/recurring-work')
  const rows = page.getByRole('row', { name: /^Work/ }).filter({ hasNotText: 'How often' })
  const search = page.getByLabel('Search work or site')
  await expect.poll(() => rows.count()).toBe(100)
  const startAway = async (last: string) => {
    await expect.poll(() => isStoredOnDevice(page, last)).toBe(true)
    const mend = await faultUntil(context, `**${paths.recurringWork}?*`, (route) => route.abort())
    await page.goto('/recurring-work')
    await search.fill('work 0125')
    return mend
  }
  const mend = await startAway('Work 0100')
  await page.getByText('Only the next 100 recurring jobs are on this device').waitFor()
  mend()
  await page.goto('/recurring-work')
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => rows.count()).toBe(130)
  await startAway('Work 0125')
  await page.getByRole('row', { name: /Work 0125/ }).waitFor()
  await expect.poll(() => rows.count()).toBe(1)
  expect(await page.getByText('are on this device').count()).toBe(0)
  await context.close()
})

test('work that somebody has changed since its form was opened is overwritten only once that is told; what was left alone follows', async () => {
  const olga = await screens.server.registerCompany()
  const { works } = await setUpMany(screens.server, olga, 1)
  const [work = expect.fail()] = works
  const { context, page } = await screens.open(olga, '/recurring-work')
  await page.getByRole('button', { name: 'Edit Work 0001' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: /^Work/ }).fill('Gutters')
  const theirs = { ...work, title: 'Boiler', leadDays: 28, from: 1 }
  const { seq } = await accepted(screens.server, olga, 'ChangeRecurringWork', theirs)
  await page.getByRole('row', { name: /Boiler/ }).waitFor()
  await form.getByRole('button', { name: 'Save' }).click()
  const told =
    'The work is now called “Boiler”; saving again replaces that. Its job is now made 28 days before, here too.'
  await form.getByText(`Someone else has changed this recurring work in the meantime. ${told}`).waitFor()
  const kept = async () => {
    const list = await screens.server.call(`${paths.recurringWork}?after=${seq}`, { token: olga.token })
    const { work }: RecurringAnswer = await list.json()
    return work.map(({ title, leadDays }) => [title, leadDays])
  }
  expect(await kept()).toEqual([['Boiler', 28]])
  expect(await form.getByRole('textbox', { name: /^Work/ }).inputValue()).toBe('Gutters')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Recurring work saved.').waitFor()
  await expect.poll(kept).toEqual([['Gutters', 28]])
  await context.close()
})

test('the form of work that somebody stops stays open with what is typed, and says so', async () => {
  const olga = await screens.server.registerCompany()
  const { works } = await setUpMany(screens.server, olga, 1)
  const [{ recurringId } = expect.fail()] = works
  const { context, page } = await screens.open(olga, '/recurring-work')
  await page.getByRole('button', { name: 'Edit Work 0001' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: /^Work/ }).fill('Gutters')
  await accepted(screens.server, olga, 'StopRecurringWork', { recurringId })
  await page.getByRole('button', { name: 'Edit Work 0001', includeHidden: true }).waitFor({ state: 'detached' })
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('This recurring work was stopped, so it can no longer be changed.').waitFor()
  expect(await form.getByRole('textbox', { name: /^Work/ }).inputValue()).toBe('Gutters')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await form.waitFor({ state: 'detached' })
  // By its address a stopped work opens no form.
  await page.goto(`/recurring-work?work=${recurringId}`)
  await page.getByRole('heading', { name: 'Recurring Work' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await form.count()).toBe(0)
  await context.close()
})
