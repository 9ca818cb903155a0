import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NoticeSettings } from '#core/wire/jobs/notice-settings.ts'
import { paths } from '#core/wire/paths.ts'
import { faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let mailbox: Mailbox
let screens: Screens
let dana: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  mailbox = await openMailbox()
  screens = await startScreens({ mail: mailbox.settings })
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
})
afterAll(async () => {
  await screens?.close()
  await mailbox?.close()
})

const settingsOf = async ({ token }: SignedInTest): Promise<NoticeSettings> =>
  (await screens.server.call(paths.noticeSettings, { token })).json()

test('everybody chooses what they are told of and how, the office also for all who have not chosen', async () => {
  const { page, faults } = await screens.open(dana, '/profile?show=notifications')
  const noAccess = page.getByRole('group', { name: 'No access' })
  await noAccess.getByLabel('Push').click()
  await expect.poll(async () => (await settingsOf(dana)).own.choices?.noAccess).toEqual(['app'])
  expect(await page.getByRole('group', { name: 'A deadline is late' }).getByLabel('In Fettle').isDisabled()).toBe(true)
  await page.getByLabel('From').fill('2030')
  await expect.poll(async () => (await settingsOf(dana)).own.quiet).toEqual({ from: '20:30', to: '07:00' })
  await page.getByLabel('Quiet hours').click({ force: true })
  await expect.poll(async () => (await settingsOf(dana)).own.quiet).toBe('off')
  await page.getByRole('switch', { name: 'Show the site’s name' }).click()
  await expect.poll(async () => (await settingsOf(dana)).own.showSite).toBe(true)
  expect(await faultsInBothColours(page)).toEqual([])
  await page.getByRole('button', { name: 'Use the company’s settings' }).click()
  await expect.poll(async () => (await settingsOf(dana)).own).toEqual({})

  await page.getByRole('button', { name: 'Team' }).click()
  const visit = page.getByRole('group', { name: 'Your visit is booked, moved or cancelled' })
  await visit.getByLabel('Push').click()
  await expect.poll(async () => (await settingsOf(tom)).company.team?.visit).toEqual(['app'])
  expect(faults).toEqual([])

  const worker = await screens.open(tom, '/profile?show=notifications', phone)
  const own = worker.page.getByRole('group', { name: 'Your visit is booked, moved or cancelled' })
  await expect.poll(() => own.getByRole('checkbox', { name: 'Push' }).isChecked()).toBe(false)
  await own.locator('label', { hasText: 'Push' }).click()
  await expect.poll(async () => (await settingsOf(tom)).own.choices?.visit).toEqual(['app', 'push'])
  expect(await worker.page.getByRole('button', { name: 'Office' }).count()).toBe(0)
  expect(await faultsInBothColours(worker.page)).toEqual([])
  expect(worker.faults).toEqual([])
})

test('the daily email comes for what is ticked at the time one chooses, and is turned off here', async () => {
  const ann = await addMember(screens.server, dana, 'admin', 'ann.reid')
  const { page, faults } = await screens.open(ann, '/profile?show=notifications')
  await page.getByText('Nothing is chosen yet').waitFor()
  await page.getByRole('group', { name: 'No access' }).getByLabel('Daily email').click()
  await expect.poll(async () => (await settingsOf(ann)).own.choices?.noAccess).toEqual(['app', 'push', 'email'])
  await page.getByText(`To ${ann.user.email}`).waitFor()
  await page.getByLabel('At', { exact: true }).fill('0630')
  await expect.poll(async () => (await settingsOf(ann)).own.email).toEqual({ at: '06:30', days: 'weekdays' })
  await page.getByRole('combobox', { name: 'On' }).click()
  await page.getByRole('option', { name: 'Every day' }).click()
  await expect.poll(async () => (await settingsOf(ann)).own.email).toEqual({ at: '06:30', days: 'every day' })
  expect(await faultsInBothColours(page)).toEqual([])
  await page.getByRole('switch', { name: 'Daily email' }).click({ force: true })
  await expect.poll(async () => (await settingsOf(ann)).own.email).toBe('off')
  expect(await page.getByRole('group', { name: 'No access' }).getByLabel('Daily email').count()).toBe(0)
  // What was ticked is kept for when it is on again.
  expect((await settingsOf(ann)).own.choices?.noAccess).toEqual(['app', 'push', 'email'])
  await page.getByRole('switch', { name: 'Daily email' }).click({ force: true })
  await page.getByText(`To ${ann.user.email}`).waitFor()
  expect(faults).toEqual([])
})
