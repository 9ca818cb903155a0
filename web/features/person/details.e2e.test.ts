import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goInside } from '#test/browser/go-inside.ts'
import { openSchedule, save, type } from '#test/browser/schedule-dialog.ts'
import { atBothSizes, desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens?.close())

async function company() {
  const dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.w' })
  const tom = await addMember(screens.server, dana, 'team', 'tokafor')
  return { dana, tom }
}
const cardOf = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
const setDetails = (by: SignedInTest, { user: { userId } }: SignedInTest, given: object) =>
  accepted(screens.server, by, 'SetMemberDetails', { userId, ...given })

test('a person gives their name, initials, colour and telephone number on Profile, on a desktop and a phone', async () => {
  const { tom } = await company()
  const { page, context, faults } = await screens.open(tom, '/profile', phone)
  const details = cardOf(page, 'Your Details')
  const telephone = details.getByLabel('Telephone')
  await details.getByLabel('Full name').fill('Tom Okafor')
  await telephone.fill('ask Priya')
  await details.getByRole('button', { name: 'Save Details' }).click()
  await details.getByText('Enter a telephone number in digits, such as 020 7946 0018.').waitFor()
  await expect.poll(() => telephone.evaluate((field) => field === document.activeElement)).toBe(true)
  await telephone.fill('07700 900123')
  await details.getByRole('radio', { name: 'Violet' }).check()
  expect(await details.getByLabel('Initials').getAttribute('placeholder')).toBe('TO')
  await details.getByLabel('Initials').fill('tok')
  await atBothSizes(page, async () => expect(await faultsInBothColours(page)).toEqual([]))
  await details.getByRole('button', { name: 'Save Details' }).click()
  await page.getByText('Details saved.').waitFor()
  await page.getByRole('main').getByText('Tom Okafor', { exact: true }).waitFor()
  await page.reload()
  await expect.poll(() => details.getByLabel('Full name').inputValue()).toBe('Tom Okafor')
  expect(await details.getByLabel('Initials').inputValue()).toBe('TOK')
  expect(await details.getByRole('radio', { name: 'Violet' }).isChecked()).toBe(true)
  await page.getByRole('navigation', { name: 'Main menu' }).getByText('TOK').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test.each([
  ['on a desktop', desktop],
  ['on a phone', phone],
])('the owner names a colleague, whose number can be tapped in the team, %s', async (_, look) => {
  const { dana, tom } = await company()
  const colleague = await screens.open(tom, '/team', look)
  const named = (shown: Page, name: string) => shown.getByRole('main').getByText(name, { exact: true }).first()
  await named(colleague.page, 'tokafor').waitFor()
  const { page, context, faults } = await screens.open(dana, '/team', look)
  if (look === phone) await page.getByRole('button', { name: 'Actions for tokafor' }).click()
  await page.getByRole('button', { name: /^Details/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit details of tokafor' })
  await dialog.getByLabel('Full name').fill('Tom Okafor')
  await dialog.getByLabel('Telephone').fill('+44 7700 900123')
  expect(await faultsInBothColours(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save details' }).click()
  await dialog.waitFor({ state: 'hidden' })
  for (const shown of [page, colleague.page]) {
    await named(shown, 'Tom Okafor').waitFor()
    await named(shown, 'tokafor').waitFor()
    const number = shown.getByRole('link', { name: '+44 7700 900123' })
    expect(await number.getAttribute('href')).toBe('tel:+447700900123')
  }
  expect(await faultsInBothColours(page)).toEqual([])
  expect([...faults, ...colleague.faults]).toEqual([])
  await colleague.context.close()
  await context.close()
})

test('a visit is booked by typing a name or a username, and the history keeps the name of then', async () => {
  const { dana, tom } = await company()
  await setDetails(dana, tom, { fullName: 'Tom Okafor' })
  const [other, { jobId }] = [await createJob(screens.server, dana), await createJob(screens.server, dana)]
  const { page, context, faults } = await screens.open(dana, '/sites')
  for (const [typed, id, day] of [
    ['tokaf', other.jobId, '2038-02-01'],
    ['okafor', jobId, '2038-02-02'],
  ] as const) {
    await goInside(page, `/job/${id}`)
    const dialog = await openSchedule(page)
    await type(dialog, 'Date', day)
    await dialog.getByLabel('Assigned to').pressSequentially(typed)
    await page.keyboard.press('Enter')
    await dialog.getByRole('region', { name: 'Day plan' }).getByRole('heading', { name: 'Tom Okafor' }).waitFor()
    await save(dialog)
    await dialog.waitFor({ state: 'hidden' })
  }
  await accepted(screens.server, tom, 'AddNote', { jobId, noteId: uuid(), note: 'Rang the bell' })
  const discussion = cardOf(page, 'Discussion')
  await discussion.getByText('Tom Okafor', { exact: true }).waitFor()
  await setDetails(tom, tom, { fullName: 'Tom Reed' })
  await discussion.getByText('Tom Reed', { exact: true }).waitFor()
  await accepted(screens.server, tom, 'AddNote', { jobId, noteId: uuid(), note: 'Nobody in' })
  await goInside(page, '/history')
  const rows = page.getByRole('listitem')
  await rows.filter({ hasText: 'Nobody in' }).getByText('Tom Reed', { exact: true }).first().waitFor()
  await rows.filter({ hasText: 'Rang the bell' }).getByText('Tom Okafor', { exact: true }).first().waitFor()
  await rows.filter({ hasText: 'changed their name' }).getByText('Tom Okafor', { exact: true }).first().waitFor()
  expect(faults).toEqual([])
  await context.close()
})
