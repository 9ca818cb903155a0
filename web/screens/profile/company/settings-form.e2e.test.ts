import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Me } from '#core/wire/account/session.ts'
import { paths } from '#core/wire/paths.ts'
import { faultUntil } from '#test/browser/requests/fault-until.ts'
import { holdCommands } from '#test/browser/requests/held-requests.ts'
import { type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted } from '#test/server/commands.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens?.close())

const companyOf = async ({ token }: SignedInTest): Promise<Me['company']> =>
  (await (await screens.server.call(paths.me, { token })).json()).company

test('what is typed while settings are saved stays, and is saved next', async () => {
  const olga = await screens.server.registerCompany()
  const { context, page, faults } = await screens.open(olga, '/profile')
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Papers' }) })
  await card.getByLabel('Telephone').fill('0113 496 0018 ')
  const release = await holdCommands(page)
  await card.getByRole('button', { name: 'Save Papers' }).click()
  await card.getByRole('button', { name: 'Saving...' }).waitFor()
  await card.getByLabel('Address').fill('1 Mill Lane')
  release()
  await page.getByText('Papers saved.').waitFor()
  expect(await card.getByLabel('Address').inputValue()).toBe('1 Mill Lane')
  await card.getByRole('button', { name: 'Save Papers' }).click()
  const saved = { tradingName: '', address: '1 Mill Lane', telephone: '0113 496 0018', email: '' }
  await expect.poll(async () => (await companyOf(olga)).papers).toEqual(saved)
  expect(faults).toEqual([])
  await context.close()
})

test('settings that could not be sent say so, and stay typed', async () => {
  const olga = await screens.server.registerCompany()
  const { context, page } = await screens.open(olga, '/profile')
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Papers' }) })
  await card.getByLabel('Telephone').fill('0113 496 0018')
  const mend = await faultUntil(page, `**${paths.commands}`, (route) => route.abort())
  await card.getByRole('button', { name: 'Save Papers' }).click()
  await card
    .getByText('Fettle cannot be reached, so nothing was saved. Try again once you have a connection.')
    .waitFor()
  expect(await card.getByLabel('Telephone').inputValue()).toBe('0113 496 0018')
  mend()
  await card.getByRole('button', { name: 'Save Papers' }).click()
  await page.getByText('Papers saved.').waitFor()
  expect((await companyOf(olga)).papers?.telephone).toBe('0113 496 0018')
  await context.close()
})

test('service levels that somebody else has set meanwhile are not overwritten; without a socket too they are read and shown, and the focus stays in the form', async () => {
  const olga = await screens.server.registerCompany()
  const { context, page, faults } = await screens.open(olga, '/auths')
  await context.routeWebSocket(/\/socket/, (socket) => void socket.close())
  await page.goto('/profile')
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Deadlines' }) })
  const name = card.getByLabel('Name of service level 1')
  const save = card.getByRole('button', { name: 'Save Deadlines' })
  const showSaved = card.getByRole('button', { name: 'Show what was saved' })
  await card.getByRole('button', { name: 'Add a service level' }).click()
  await name.fill('Urgent')
  const routine = { levelId: uuid(), name: 'Routine', limit: { amount: 5, unit: 'days' } }
  const byOther = { law: 'england-social', levels: [routine] }
  await accepted(screens.server, olga, 'SetDeadlineRules', { companyId: olga.user.companyId, ...byOther })
  const deadlines = async () => (await companyOf(olga)).office?.deadlines
  await expect.poll(deadlines).toEqual(byOther)
  await save.click()
  await showSaved.waitFor()
  await card.getByText('Someone else has changed this in the meantime.').waitFor()
  expect(await deadlines()).toEqual(byOther)

  await name.fill('')
  await save.click()
  await card.getByText('Give each service level a name.').waitFor()
  expect(await showSaved.count()).toBe(0)
  expect(await name.getAttribute('aria-invalid')).toBe('true')
  expect(await name.evaluate((field) => field === document.activeElement)).toBe(true)
  await name.fill('Urgent')
  await expect.poll(() => name.getAttribute('aria-invalid')).not.toBe('true')
  // A time that was only emptied is shown as it would be saved.
  const time = card.getByLabel('Time of service level 1')
  await time.fill('')
  await time.press('Tab')
  await expect.poll(() => time.inputValue()).toBe('24')
  await save.click()
  const mend = await faultUntil(page, `**${paths.me}`, (route) => route.abort())
  await showSaved.click()
  await card.getByText('Failed to load what was saved').waitFor()
  expect(await name.inputValue()).toBe('Urgent')

  mend()
  await showSaved.click()
  await expect.poll(() => name.inputValue()).toBe('Routine')
  const first = card.getByRole('combobox', { name: 'Your homes are in' })
  await expect.poll(() => first.evaluate((field) => field === document.activeElement)).toBe(true)
  await name.fill('Routine repairs')
  await save.click()
  await expect.poll(deadlines).toEqual({ ...byOther, levels: [{ ...routine, name: 'Routine repairs' }] })
  expect(faults).toEqual([])
  await context.close()
})
