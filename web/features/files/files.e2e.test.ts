import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goInside } from '#test/browser/go-inside.ts'
import { attach } from '#test/browser/requests/attach-files.ts'
import { desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'
import { attached, smallPdf } from '#test/server/uploads/attached-files.ts'
import { zip } from '#test/workbooks/zip.ts'

let screens: Screens
let dana: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
})
afterAll(() => screens?.close())

const macros = Buffer.from(
  zip(['[Content_Types].xml', 'xl/workbook.xml', 'xl/vbaProject.bin'].map((name) => ({ name, content: '<x/>' }))),
)

test('the office attaches files, gives one to the team, downloads it as it was, and deletes it with Undo', async () => {
  const { jobId } = await createJob(screens.server, dana, { apartmentName: '14 Marlowe Court' })
  const { page, faults } = await screens.open(dana, `/job/${jobId}`, desktop)
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Files' }) })
  await card.getByText('No files yet.').waitFor()
  await attach(card, [
    { name: 'Gas safety record.pdf', mimeType: 'text/html', buffer: smallPdf() },
    { name: 'Hours.xlsm', mimeType: 'text/html', buffer: macros },
  ])
  const record = card.getByRole('listitem').filter({ hasText: 'Gas safety record.pdf' })
  await record.getByText('Office only').waitFor()
  await card.getByText('Contains macros. Open it only if you trust its sender.').waitFor()
  await attach(card, {
    ...{ name: 'page.pdf', mimeType: 'application/pdf' },
    buffer: Buffer.from('<script>alert(1)</script>'),
  })
  await card.getByRole('alert').getByText('page.pdf: This file cannot be attached').waitFor()
  const readable = await page.evaluateHandle(unreadableFiles)
  await attach(card, { name: 'Moved.pdf', mimeType: 'application/pdf', buffer: smallPdf() })
  await card.getByRole('alert').getByText('The files could not be read. Please choose them again.').waitFor()
  await readable.evaluate((restore) => restore())
  expect(await card.getByRole('button', { name: 'Attach' }).isEnabled()).toBe(true)
  await goInside(page, '/todo')
  await page.goBack()
  await record.getByText('Office only').waitFor()
  expect(await card.getByRole('alert').count()).toBe(0)
  await record.getByRole('button', { name: 'Give to team' }).click()
  await record.getByText('The team sees it').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    record.getByRole('button', { name: /^Download/ }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Gas safety record.pdf')
  expect(await readFile(await download.path())).toEqual(smallPdf())
  await record.getByRole('button', { name: 'Delete' }).click()
  await record.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await record.waitFor()
  expect(faults).toEqual([])
})

/** As if each file had been moved since it was chosen; gives the way back. */
function unreadableFiles() {
  const { arrayBuffer, stream } = Blob.prototype
  const unreadable = () => {
    throw new DOMException('The file could not be read.', 'NotReadableError')
  }
  Object.assign(Blob.prototype, { arrayBuffer: unreadable, stream: unreadable })
  return () => Object.assign(Blob.prototype, { arrayBuffer, stream })
}

test('the team sees on the phone what it was given and what it attached, and nothing else', async () => {
  const { jobId } = await createJob(screens.server, dana, { apartmentName: 'Flat 3' })
  await attached(screens.server, dana, jobId, [{ bytes: smallPdf('Quote'), name: 'Quote.pdf' }])
  await attached(screens.server, dana, jobId, [{ bytes: smallPdf('Plan'), name: 'Floor plan.pdf' }], { forTeam: true })
  const { page, faults } = await screens.open(tom, `/job/${jobId}`, phone)
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Files' }) })
  await card.getByRole('button', { name: /^Download.*Floor plan/ }).waitFor()
  await attach(card, {
    ...{ name: 'Reading.pdf', mimeType: 'application/pdf' },
    buffer: smallPdf('Reading'),
  })
  await card.getByRole('button', { name: 'Delete Reading.pdf' }).waitFor()
  expect(await card.getByRole('listitem').count()).toBe(2)
  expect(await card.textContent()).not.toMatch(/Quote|Office only|Give to team/)
  expect(await faultsInBothColours(page)).toEqual([])
  expect(faults).toEqual([])
})
