import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goInside } from '#test/browser/go-inside.ts'
import { desktop, faultsInBothColours, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
})
afterAll(() => screens?.close())

const report = { reportedBy: 'Amara Bello', reportedHow: 'phone', words: '' }

/** A job with a hazard that was reported so many hours ago. */
async function hazardAt(site: string, agency: string, hoursAgo: number, hazard: object) {
  const { jobId } = await createJob(screens.server, dana, { apartmentName: site, agency })
  const awareAt = new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
  const dutyId = uuid()
  const data = { jobId, dutyId, awareAt, law: 'england-social', ...report, ...hazard }
  await accepted(screens.server, dana, 'RecordHazard', data)
  return { jobId, dutyId }
}

const emergency = { hazard: 'electrical', severity: 'emergency' }
const mould = { hazard: 'damp and mould', severity: 'significant' }

test('the board has what is owed in columns by time, filtered by its address, counted in the menu and on the dashboard, and follows changes', async () => {
  const late = await hazardAt('7 Kestrel Mews', 'Aire Valley Homes', 26, emergency)
  await hazardAt('Flat 11, Calder Point', 'Calder Housing', 48, mould)
  const { page, faults } = await screens.open(dana, '/deadlines', desktop)
  const overdue = page.getByRole('region', { name: /^Overdue/ })
  await overdue.getByText('Make safe').waitFor()
  await page.getByText('3 open, on 2 jobs').waitFor()
  // On paper, what is late keeps its colours, and nothing is a button.
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('button', { name: 'Export' }).isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await page
    .getByRole('region', { name: /^Later/ })
    .getByText('Flat 11, Calder Point')
    .waitFor()
  await page
    .getByRole('region', { name: /^Today/ })
    .getByText('Nothing due.')
    .waitFor()
  await page.getByRole('link', { name: /^Deadlines.*2 late or due today/ }).waitFor()
  expect(await faultsInBothColours(page)).toEqual([])

  await page.getByRole('combobox', { name: 'Hazard' }).click()
  await page.getByRole('option', { name: 'Damp and mould' }).click()
  await overdue.getByText('Nothing due.').waitFor()
  expect(new URL(page.url()).search).toBe('?hazard=damp+and+mould')
  await page.goBack()
  await page.goto('/deadlines')

  const metAt = new Date().toISOString()
  const done = { jobId: late.jobId, dutyId: late.dutyId, step: 'make safe', metAt, proof: 'visit', note: '' }
  await accepted(screens.server, dana, 'MeetDeadline', done)
  await page.getByText('2 open, on 2 jobs').waitFor()
  await page.getByText(/· 0 of \d met in time since /).waitFor()

  // Without an answer of the server, the board is the one kept on this device.
  await page.route('**/api/deadlines*', (route) => route.abort())
  await page.reload()
  await overdue.getByText('Investigate').waitFor()
  await page.unroute('**/api/deadlines*')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: /^Overdue 1/ }).click()
  await expect.poll(() => page.getByRole('region', { name: /^Later/ }).count()).toBe(0)
  expect(await faultsInBothColours(page)).toEqual([])
  await page.getByRole('link', { name: '7 Kestrel Mews' }).click()
  await page.getByRole('region', { name: 'Deadlines: Electrical' }).waitFor()

  await goInside(page, '/dashboard')
  await page.getByRole('link', { name: /^1 Deadlines by today/ }).waitFor()
  expect(faults).toEqual([])
})
