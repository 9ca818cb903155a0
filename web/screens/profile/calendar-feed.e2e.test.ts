import nodeIcal from 'node-ical'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { type VisitingCompany, visitingCompany } from '#test/browser/visits.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let company: VisitingCompany
beforeAll(async () => {
  screens = await startScreens()
  company = await visitingCompany(screens.server)
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  await company.book('14 Marlowe Court', [day, '09:00', '11:00'], [company.tom])
  await company.book('9 Sutler Street', [day, '13:00', '14:00'], [company.maya])
})
afterAll(() => screens.close())

/** The sites that a calendar program finds at a link. */
async function sitesAt(link: string, userAgent: string) {
  const answer = await fetch(link, { headers: { 'user-agent': userAgent } })
  if (!answer.ok) return answer.status
  const events = Object.values(nodeIcal.sync.parseICS(await answer.text()))
  return events.flatMap((one) => (one?.type === 'VEVENT' ? [String(one.location)] : [])).toSorted()
}

test.each([
  ['the owner on a desktop', (): SignedInTest => company.dana, desktop, ['14 Marlowe Court', '9 Sutler Street']],
  ['the team on a phone', (): SignedInTest => company.tom, phone, ['14 Marlowe Court']],
])('a calendar link is made, copied, used, replaced and turned off, by %s', async (_, who, look, sites) => {
  const { page, context, faults } = await screens.open(who(), '/profile', look)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Calendar feed', exact: true }) })
  await card.getByText('Turned off').waitFor()
  await card.getByRole('button', { name: 'Make a link' }).click()
  await card.getByText('Not read yet').waitFor()
  const field = card.getByLabel('Private link')
  const link = await field.inputValue()
  await card.getByRole('button', { name: 'Copy link' }).click()
  await card.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await expect.poll(() => sitesAt(link, 'Google-Calendar-Importer')).toEqual(sites)
  await page.reload()
  await card.getByText('Last read by Google Calendar, now').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])

  const own = card.getByRole('button', { name: 'Only mine' })
  if (sites.length > 1) {
    await own.click()
    await expect.poll(() => own.getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => sitesAt(link, 'iOS/18.1 dataaccessd/1.0')).toEqual([])
  } else expect(await own.count()).toBe(0)

  await card.getByRole('button', { name: 'Make a new link' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Calendars using the old link will stop updating.').waitFor()
  await dialog.getByRole('button', { name: 'Make a new link' }).click()
  await expect.poll(() => field.inputValue()).not.toBe(link)
  expect(await sitesAt(link, 'curl')).toBe(404)
  const next = await field.inputValue()
  await card.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await card.getByText('Turned off').waitFor()
  expect(await sitesAt(next, 'curl')).toBe(404)
  expect(faults).toEqual([])
  await context.close()
})
