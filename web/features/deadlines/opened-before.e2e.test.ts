import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob, jobNow } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let priya: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  priya = await addMember(screens.server, dana, 'admin', 'priya.nair')
})
afterAll(() => screens?.close())

async function aHazard() {
  const { jobId } = await createJob(screens.server, dana, { apartmentName: 'Flat 3, Ashdown House' })
  const dutyId = uuid()
  // The fields show it to the minute alone.
  const awareAt = `${new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 16)}:21.500Z`
  const hazard = { hazard: 'damp and mould', severity: 'significant', awareAt, law: 'england-social' }
  const report = { reportedBy: 'Amara Bello', reportedHow: 'phone', words: 'Black mould' }
  await accepted(screens.server, dana, 'RecordHazard', { jobId, dutyId, ...hazard, ...report })
  return { jobId, dutyId, hazard }
}

test('a report corrected in a dialog that was opened before leaves a hazard in Emergency, tells it and follows it', async () => {
  const { jobId, dutyId, hazard } = await aHazard()
  const { context, page, faults } = await screens.open(dana, `/job/${jobId}`, desktop)
  const card = page.getByRole('region', { name: 'Deadlines: Damp and mould' })
  const dialog = page.getByRole('dialog', { name: 'Correct the report' })
  const severity = async () => (await jobNow(screens.server, dana, jobId)).duties?.[0]?.severity
  const open = async () => {
    await card.getByRole('button', { name: /^Change/ }).click()
    await page.getByRole('menuitem', { name: 'Correct the report' }).click()
  }
  await open()
  await dialog.getByLabel('Reason').fill('The message came at eight')
  const emergency = { ...hazard, severity: 'emergency', reason: 'There is a baby in the flat' }
  await accepted(screens.server, priya, 'RegradeHazard', { jobId, dutyId, ...emergency })
  await card.getByText('Emergency', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Set deadlines again' }).click()
  await dialog
    .getByText('Someone else has corrected this report in the meantime. It is now Emergency, here too.')
    .waitFor()
  expect(await severity()).toBe('emergency')
  expect(await dialog.getByRole('radio', { name: /^Emergency/ }).isChecked()).toBe(true)
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('The message came at eight')
  await dialog.getByRole('radio', { name: /^Significant/ }).check()
  await dialog.getByLabel('Reason').fill('The family has moved out')
  await dialog.getByRole('button', { name: 'Set deadlines again' }).click()
  await expect.poll(severity).toBe('significant')
  expect((await jobNow(screens.server, dana, jobId)).duties?.[0]?.awareAt).toBe(hazard.awareAt)
  expect(faults).toEqual([])
  await context.close()
})

test('a summary changed in a dialog that was opened before replaces what somebody wrote since only once that is told', async () => {
  const { jobId, dutyId } = await aHazard()
  const summaryId = uuid()
  const texts = { found: 'Damp and mould', work: 'Treat by Friday', stay: '', contact: '' }
  await accepted(screens.server, dana, 'WriteSummary', { jobId, dutyId, summaryId, ...texts })
  const { context, page } = await screens.open(dana, `/job/${jobId}`, desktop)
  await page.getByRole('button', { name: 'Written summary' }).click()
  await page.getByRole('button', { name: 'Change' }).last().click()
  const writing = page.getByRole('dialog', { name: 'Written summary' })
  await writing.getByLabel(/What was found/).fill('Damp, mould and a leak')
  const theirs = { ...texts, found: 'Damp', stay: 'The Crown, from tonight' }
  await accepted(screens.server, priya, 'WriteSummary', { jobId, dutyId, summaryId, ...theirs })
  await writing.getByRole('button', { name: 'Save and show the letter' }).click()
  const told = '“What was found” is now “Damp”; saving again replaces that.'
  const followed = '“Another place to stay, if offered” is now “The Crown, from tonight”, here too.'
  await writing.getByText(`Someone else has changed this summary in the meantime. ${told} ${followed}`).waitFor()
  const summary = async () => (await jobNow(screens.server, dana, jobId)).office?.duties?.[dutyId]?.summaries[0]
  expect(await summary()).toMatchObject(theirs)
  expect(await writing.getByLabel(/What was found/).inputValue()).toBe('Damp, mould and a leak')
  await writing.getByRole('button', { name: 'Save and show the letter' }).click()
  await page.getByRole('article', { name: 'Written summary to the household' }).waitFor()
  expect(await summary()).toMatchObject({ ...theirs, found: 'Damp, mould and a leak' })
  await context.close()
})
