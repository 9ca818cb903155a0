import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goInside } from '#test/browser/go-inside.ts'
import { accessibilityFaults, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob, jobNow } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
})
afterAll(() => screens?.close())

/** Tom sets the next visit and comments offline, while Dana does the same. He sees the card, and reloads. */
async function bothChanged() {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page, faults } = await screens.open(tom, `/job/${jobId}`, phone)
  const hours = page.getByRole('combobox', { name: 'Hours' })
  await hours.waitFor()
  await context.setOffline(true)
  await hours.tap()
  await page.getByRole('option', { name: '3', exact: true }).tap()
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('Gate code 4471')
  await page.getByRole('button', { name: 'Send comment' }).tap()
  await page.getByText('2 queued').waitFor()
  await accepted(screens.server, dana, 'SetNextVisit', { jobId, nextVisitHours: 2, nextVisitPeople: 1 })
  await accepted(screens.server, dana, 'AddNote', { jobId, noteId: uuid(), note: 'Ask the concierge' })
  await context.setOffline(false)
  const card = page.getByRole('region', { name: 'While you were offline' })
  await card.getByText('You and dana.whitfield both changed this job').waitFor({ timeout: 60_000 })
  await card.getByRole('group', { name: 'You both set the next visit' }).waitFor({ timeout: 60_000 })
  await card.getByText('Gate code 4471').waitFor()
  await page.reload()
  await card.getByText('Ask the concierge').waitFor()
  const choice = card.getByRole('group', { name: 'You both set the next visit' })
  const onServer = async () => {
    const job = await jobNow(screens.server, dana, jobId)
    return { hours: job.nextVisitHours, notes: job.extraNotes.map((one) => one.note) }
  }
  return { context, page, faults, card, choice, hours, onServer }
}

test("after offline work both sides' changes are shown; the newer value stands until the other is chosen", async () => {
  const { context, page, faults, card, choice, hours, onServer } = await bothChanged()
  await choice.getByText(/dana.whitfield, .* · stands now/).waitFor()
  expect(await choice.getByRole('radio', { name: '2 hours, 1 person' }).isChecked()).toBe(true)
  expect([await hours.inputValue(), (await onServer()).hours]).toEqual(['2', 2])
  expect(await page.getByRole('alert').filter({ hasText: 'which stands' }).count()).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
  await choice.getByRole('radio', { name: /^3 hours/ }).check()
  await card.getByRole('button', { name: 'Done' }).tap()
  await card.waitFor({ state: 'detached' })
  await page.reload()
  await hours.waitFor()
  expect(await card.count()).toBe(0)
  await expect.poll(async () => (await onServer()).hours).toBe(3)
  await page.getByRole('tab', { name: 'History' }).tap()
  await page.getByText('set the next visit').nth(1).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('a value that is given up is said on the job, and a refused one is asked about on every screen', async () => {
  const { context, page, faults, onServer } = await bothChanged()
  await page.goto('/todo')
  const words =
    /You set the next visit to 3 hours.* at .* dana.whitfield set it to 2 hours, 1 person at .*, which stands/
  await page.getByRole('alert').filter({ hasText: words }).waitFor()
  await goInside(page, '/waiting')
  const stuck = page.getByRole('main').getByRole('listitem')
  expect(await stuck.getByRole('radio', { name: '2 hours, 1 person' }).isChecked()).toBe(true)
  expect(await accessibilityFaults(page)).toEqual([])
  await stuck.getByRole('button', { name: 'Take theirs' }).tap()
  await page.getByText('Nothing waiting to send.').waitFor()
  await expect.poll(async () => (await onServer()).notes.at(-1)).toMatch(/I set the next visit to 3 hours/)
  expect((await onServer()).hours).toBe(2)
  expect(faults).toEqual([])
  await context.close()
})
