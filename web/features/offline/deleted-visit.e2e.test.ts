import { afterAll, beforeAll, expect, test } from 'vitest'
import { badge, openSchedule } from '#test/browser/schedule-dialog.ts'
import { accessibilityFaults, desktop, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { type VisitingCompany, type VisitTimes, visitingCompany } from '#test/browser/visits.ts'

let screens: Screens
let company: VisitingCompany
beforeAll(async () => {
  screens = await startScreens()
  company = await visitingCompany(screens.server)
})
afterAll(() => screens?.close())

/** Dana deletes a visit offline, while Priya moves it to the afternoon. Dana sees the question. */
async function deletedAndMoved(look: typeof phone | typeof desktop, day: string) {
  const { dana, priya, tom } = company
  const morning: VisitTimes = [day, '09:00', '11:00']
  const visit = await company.book('14 Marlowe Court', morning, [tom])
  const { context, page, faults } = await screens.open(dana, `/job/${visit.jobId}`, look)
  await badge(page, 'Booked').waitFor()
  await page.getByText('Live').waitFor({ state: 'attached' })
  await context.setOffline(true)
  const dialog = await openSchedule(page, 'Edit Schedule')
  await dialog.getByRole('button', { name: 'Delete booking' }).click()
  const asks = page.getByRole('dialog', { name: 'Delete the booking?' })
  await asks.getByRole('button', { name: 'Delete booking' }).click()
  await page.getByText('Not scheduled', { exact: true }).waitFor()
  await company.reschedule(priya, visit, [day, '14:00', '16:00'])
  await context.setOffline(false)
  const choice = page.getByRole('group', { name: 'You both changed the visit' })
  await choice.waitFor()
  return { context, page, faults, choice, booked: () => company.booked(visit) }
}

test('a visit that was deleted offline and moved meanwhile stays until its deletion is chosen', async () => {
  const { context, page, faults, choice, booked } = await deletedAndMoved(phone, '2038-01-12')
  const theirs = choice.getByRole('radio', { name: /14:00–16:00, tom.okafor priya.nair, .* · stands now/ })
  expect(await theirs.isChecked()).toBe(true)
  expect(await booked()).toBe('2038-01-12 14:00–16:00')
  expect(await accessibilityFaults(page)).toEqual([])
  await choice.getByRole('radio', { name: /^No visit You/ }).check()
  await page.getByRole('region', { name: 'While you were offline' }).getByRole('button', { name: 'Done' }).tap()
  await expect.poll(booked).toBe('not booked')
  await page.getByText('Not scheduled', { exact: true }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('Take theirs leaves the visit where it is now and says on the job what was done', async () => {
  const { context, page, booked } = await deletedAndMoved(desktop, '2038-01-13')
  await page.getByRole('region', { name: 'While you were offline' }).getByRole('button', { name: 'Done' }).click()
  // The comment also stands in the history beside it.
  const said = page.getByText(/I deleted the visit\. priya\.nair set it to .*14:00–16:00.*, which stands\./)
  await said.first().waitFor()
  expect(await booked()).toBe('2038-01-13 14:00–16:00')
  await context.close()
})
