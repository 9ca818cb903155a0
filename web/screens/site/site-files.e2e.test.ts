import { readFile } from 'node:fs/promises'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attach } from '#test/browser/requests/attach-files.ts'
import { desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { attached, smallPdf } from '#test/server/uploads/attached-files.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens?.close())

test('the office attaches files to a site, gives one to the team and deletes one with Undo; photos and deadlines lead to their jobs', async () => {
  const { server } = screens
  const dana = await server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  const [siteId, former, yard] = [uuid(), uuid(), uuid()]
  await accepted(server, dana, 'AddSite', { siteId, name: 'Flat 3, Ashdown House' })
  await accepted(server, dana, 'AddSite', { siteId: former, name: 'Ashdown 3' })
  await accepted(server, dana, 'AddSite', { siteId: yard, name: 'Ashdown Yard' })
  const lease = [{ bytes: smallPdf('Lease'), name: 'Lease.pdf' }]
  await attached(server, dana, '', lease, { jobId: undefined, siteId: former })
  await accepted(server, dana, 'MergeSite', { siteId: former, into: siteId })
  const { jobId } = await createJob(server, dana, { apartmentName: 'Flat 3, Ashdown House' })
  await upload(server, dana, jobId, { files: [{ bytes: await smallPhoto() }] })
  const hazard = {
    hazard: 'electrical',
    severity: 'emergency',
    law: 'england-social',
    awareAt: new Date().toISOString(),
  }
  const report = { reportedBy: 'Joan Pickles', reportedHow: 'phone', words: 'Exposed wiring' }
  await accepted(server, dana, 'RecordHazard', { jobId, dutyId: uuid(), ...hazard, ...report })
  const { page, faults } = await screens.open(dana, `/site/${siteId}`, desktop)
  await page.getByText('1 from 1 job').waitFor()
  const owed = page.locator('section', { has: page.getByRole('heading', { name: 'Open deadlines' }) })
  await owed
    .getByRole('listitem')
    .filter({ hasText: /^Investigate.*Electrical, 00001/ })
    .waitFor()
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Files' }) })
  await card.getByText('from Ashdown 3').waitFor()
  await attach(card, {
    ...{ name: 'Floor plan.pdf', mimeType: 'text/html' },
    buffer: smallPdf('Plan'),
  })
  const plan = card.getByRole('listitem').filter({ hasText: 'Floor plan.pdf' })
  await plan.getByText('Office only').waitFor()
  await plan.getByRole('button', { name: 'Give to team' }).click()
  await plan.getByText('The team sees it').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await attach(card, {
    ...{ name: 'Meter cupboard.jpg', mimeType: 'image/jpeg' },
    buffer: await smallPhoto('#865'),
  })
  const meter = card.getByRole('listitem').filter({ hasText: 'Meter cupboard.webp' })
  await expect
    .poll(() => meter.locator('img').evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBe(64)
  expect(await faultsInBothColours(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: /^Download Lease/ }).click(),
  ])
  expect(await readFile(await download.path())).toEqual(smallPdf('Lease'))
  const old = card.getByRole('listitem').filter({ hasText: 'Lease.pdf' })
  await old.getByRole('button', { name: 'Delete' }).click()
  await old.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await old.waitFor()
  // A deletion that is held is sent when the page is left.
  await old.getByRole('button', { name: 'Delete' }).click()
  await old.waitFor({ state: 'detached' })
  await page.reload()
  await plan.waitFor()
  await old.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /^Photo 1, job 00001/ }).click()
  await page.waitForURL(`**/job/${jobId}?image=*`)
  await page.getByRole('dialog').waitFor()
  expect(faults).toEqual([])

  const tom = await addMember(server, dana, 'team', 'tom.okafor')
  const small = await screens.open(tom, `/site/${siteId}`, phone)
  const his = small.page.locator('section', { has: small.page.getByRole('heading', { name: 'Files' }) })
  await his.getByRole('button', { name: /^Download Floor plan/ }).waitFor()
  expect(await his.textContent()).not.toMatch(/Lease|Office only|Give to team|Delete|Attach/)
  await small.page.getByText('1 from 1 job').waitFor()
  expect(await small.page.getByRole('heading', { name: 'Open deadlines' }).count()).toBe(0)
  expect(await faultsInBothColours(small.page)).toEqual([])
  await small.page.goto(`${server.url}/site/${yard}`)
  await his.getByText('No files yet.').waitFor()
  expect(small.faults).toEqual([])
})
