import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
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

test('the office starts deadlines with the dates in view, finishes the investigation, sends the summary, and puts back what was not done', async () => {
  const { page, faults } = await screens.open(dana, '/sites', desktop)
  await page.getByRole('button', { name: 'New Job' }).first().click()
  const creating = page.getByRole('dialog', { name: 'Create New Job' })
  await creating.getByLabel(/Apartment Name/).fill('Flat 3, Ashdown House')
  await creating.getByRole('switch', { name: 'A hazard was reported' }).check()
  await creating.getByRole('button', { name: 'Create Job' }).click()
  await page.waitForURL('**/job/*')
  const jobId = new URL(page.url()).pathname.replace('/job/', '')
  const start = page.getByRole('dialog', { name: 'Start hazard deadlines' })
  await start.getByRole('button', { name: 'Start deadlines' }).click()
  await start.getByText('Choose what the hazard is.').waitFor()
  await start.getByRole('combobox', { name: 'Hazard' }).fill('mould')
  await page.getByRole('option', { name: 'Damp and mould' }).click()
  await start.getByRole('radio', { name: /^Significant/ }).check()
  await start.getByText('10 working days after the report').waitFor()
  await start.getByText('5 working days after investigating, 12 weeks at the latest').waitFor()
  await start.getByLabel('From').fill('Amara Bello')
  expect(await faultsInBothColours(page)).toEqual([])
  await start.getByRole('button', { name: 'Start deadlines' }).click()

  const card = page.getByRole('region', { name: 'Deadlines: Damp and mould' })
  await card.getByText(/Amara Bello reported it by phone/).waitFor()
  await card.getByRole('button', { name: 'Investigated' }).click()
  const done = page.getByRole('dialog', { name: 'Finish the investigation' })
  await done.getByRole('radio', { name: 'A significant hazard' }).check()
  await done.getByLabel('Note').fill('Mould behind the wardrobe')
  await done.getByRole('button', { name: 'Record' }).click()

  await card.getByRole('button', { name: 'Write summary' }).click()
  const writing = page.getByRole('dialog', { name: 'Written summary' })
  await writing.getByLabel(/What happens next/).fill('We fit an extractor on Wednesday.')
  await writing.getByRole('button', { name: 'Save and show the letter' }).click()
  const letter = page.getByRole('article', { name: 'Written summary to the household' })
  await letter.getByText('Mould behind the wardrobe').waitFor()
  await page.getByRole('button', { name: 'Mark as sent' }).last().click()
  const sending = page.getByRole('dialog', { name: 'Mark the summary as sent' })
  await sending.getByRole('button', { name: 'Mark as sent' }).click()
  await card.getByText(/Sent .* by email to Amara Bello/).waitFor()

  await card.getByRole('button', { name: 'Made safe' }).click()
  await page.getByRole('dialog', { name: 'Made safe' }).getByRole('button', { name: 'Record' }).click()
  await card.getByRole('button', { name: /^Undo.*Made safe/ }).click()
  await card.getByRole('button', { name: /^Put off/ }).click()
  const later = page.getByRole('dialog', { name: /^Put off/ })
  await later.getByRole('button', { name: 'Put off' }).click()
  await later.getByText('Choose a later day.').waitFor()
  await later.getByRole('button', { name: 'Cancel' }).click()
  expect(await faultsInBothColours(page)).toEqual([])
  expect(faults).toEqual([])
  const [duty] = (await jobNow(screens.server, dana, jobId)).duties ?? []
  expect(duty?.deadlines.flatMap(({ step, met }) => (met ? step : [])).toSorted()).toEqual(['investigate', 'summary'])
})

test('the team sees what is due and late, and records Made safe without a connection', async () => {
  const { jobId } = await createJob(screens.server, dana, { apartmentName: '7 Kestrel Mews' })
  const dutyId = uuid()
  const awareAt = new Date(Date.now() - 26 * 3_600_000).toISOString()
  const report = { reportedBy: 'Joan Pickles', reportedHow: 'phone', words: 'Sparks in the kitchen' }
  const hazard = { hazard: 'electrical', severity: 'emergency', law: 'england-social' }
  await accepted(screens.server, dana, 'RecordHazard', { jobId, dutyId, awareAt, ...report, ...hazard })
  const { page, context, faults } = await screens.open(tom, `/job/${jobId}`, phone)
  const card = page.getByRole('region', { name: 'Deadlines: Electrical' })
  await card.getByText(/Make safe is .* late|Investigate is .* late/).waitFor()
  expect(await card.textContent()).not.toContain('Joan Pickles')
  expect(await card.getByRole('button', { name: 'Investigated' }).count()).toBe(0)
  await card.getByRole('button', { name: 'Made safe' }).click()
  const done = page.getByRole('dialog', { name: 'Made safe' })
  await context.setOffline(true)
  await done.getByLabel('Note').fill('Power to the kitchen is off')
  await done.getByRole('button', { name: 'Record' }).click()
  await card.getByText(/Power to the kitchen is off/).waitFor()
  await context.setOffline(false)
  await expect
    .poll(async () => {
      const [duty] = (await jobNow(screens.server, dana, jobId)).duties ?? []
      return duty?.deadlines.find(({ step }) => step === 'make safe')?.met?.note
    })
    .toBe('Power to the kitchen is off')
  expect(await faultsInBothColours(page)).toEqual([])
  expect(faults).toEqual([])
})
