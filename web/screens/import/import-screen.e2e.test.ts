import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goInside } from '#test/browser/go-inside.ts'
import { atBothSizes, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'
import { type XlsxCell, xlsx } from '#test/workbooks/xlsx.ts'

const realOrders = join(import.meta.dirname, '../../../test/histories/real-orders.csv')

let screens: Screens
let olga: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  olga = await screens.server.registerCompany()
})
afterAll(() => screens.close())

const choose = (page: Page, name: string, content: string | Buffer) =>
  page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
const step = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('from the empty list, one file is refused with a reason and another is mapped, corrected and imported, even if the user leaves the page', async () => {
  const { context, page, faults } = await screens.open(olga, '/sites')
  await page.getByRole('link', { name: 'Import jobs' }).click()
  await page.getByRole('heading', { name: 'Import jobs' }).waitFor()
  await choose(page, 'orders.xlsx', 'PK\u0003\u0004')
  await page.getByRole('alert').getByText('This workbook is damaged and cannot be read.').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])

  const rows = Array.from(
    { length: 30 },
    (_, nth) => `${nth + 1} Elm Row,WO-${nth},${nth % 3 ? 'done' : 'On hold'},Acme,red`,
  )
  await choose(page, 'orders.csv', ['Property,PO / WO no.,Status,Who,Colour', ...rows, ',WO-99,done,,'].join('\n'))
  await page.getByLabel('Property goes to').selectOption('Apartment Name')
  await page.getByLabel('PO / WO no. goes to').selectOption('Work Order')
  await page.getByLabel('Status goes to').selectOption('Status')
  await page.getByLabel('Who goes to').selectOption('Agency')
  await step(page, 'Check').getByText('20 ready, 11 refused').waitFor()
  await page.getByRole('button', { name: 'Show all 11' }).click()
  await page.getByText('Site name is required.').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Refused rows' }).click()
  const refused = await readFile(await (await download).path(), 'utf8')
  expect((await download).suggestedFilename()).toBe('refused-orders.csv')
  expect(refused.split('\r\n')).toHaveLength(13)

  await page
    .getByRole('button', { name: /Choose On hold/ })
    .first()
    .click()
  await page.getByLabel('Status instead of On hold').selectOption('Pending')
  await page.getByRole('button', { name: 'Use in all 10 rows' }).click()
  await step(page, 'Check').getByText('30 ready, 1 refused').waitFor()
  await page.getByRole('button', { name: 'Import 30 jobs' }).click()
  await page
    .getByRole('button', { name: /Stop here/ })
    .or(page.getByRole('link', { name: 'See the jobs' }))
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'Back to jobs' }).click()
  await page.getByText('30 jobs', { exact: true }).waitFor()
  await goInside(page, '/import')
  await page.getByRole('link', { name: 'orders.csv' }).click()
  await page.getByText('30 jobs imported, 1 refused').waitFor()
  await page.getByText('00001 to 00030').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])

  await page.getByRole('link', { name: 'See the jobs' }).click()
  const exported = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export jobs' }).click()
  await page.getByRole('menuitem', { name: 'Jobs in this list' }).click()
  expect((await exported).suggestedFilename()).toMatch(/^fettle-jobs-.*\.csv$/)
  expect((await readFile(await (await exported).path(), 'utf8')).trim().split('\r\n')).toHaveLength(31)
  expect(faults).toEqual([])
  await context.close()
})

test('on a phone, an admin imports the real orders from the menu of New Job; a second time nothing is left to import', async () => {
  const ann = await addMember(screens.server, olga, 'admin')
  const { context, page, faults } = await screens.open(ann, '/sites', phone)
  await page.getByRole('button', { name: 'More ways to add jobs' }).click()
  await page.getByRole('link', { name: 'Import jobs' }).click()
  await page.getByLabel('Choose a file').setInputFiles(realOrders)
  await page.getByRole('button', { name: 'Import 100 jobs' }).waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await page.getByRole('button', { name: 'Import 100 jobs' }).click()
  await page.getByText('100 jobs imported, 0 refused').waitFor({ timeout: 60_000 })
  expect(await faultsInBothColours(page)).toEqual([])
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await page.getByLabel('Choose a file').setInputFiles(realOrders)
  await page
    .getByText(/Same site and work order as job/)
    .first()
    .waitFor()
  expect(await page.getByRole('button', { name: 'Import 0 jobs' }).isDisabled()).toBe(true)
  expect(faults).toEqual([])
  await context.close()
})

const complaints = (): XlsxCell[][] => [
  ['Complaint', 'Property', 'Reported', 'Problem', 'Cost'],
  ['C-1', '1 Beech Row', '03/04/2026', 'Tap drips', 85],
  ['C-1', '1 Beech Row', '03/04/2026', 'Damp wall', { attributes: '', content: '<f>60*2</f><v>120</v>' }],
  ['C-2', '2 Beech Row', '05/04/2026', 'Door sticks', 40],
]

test('of a workbook, a sheet is chosen, dates that nothing tells apart are asked for, and rows of a complaint become tasks of one job', async () => {
  const owner = await screens.server.registerCompany()
  const { context, page, faults } = await screens.open(owner, '/import', phone)
  const sheets = [
    { name: 'Sites', rows: [['Site'], ['9 Beech Row']] },
    { name: 'Complaints', rows: complaints() },
  ]
  const more = [{ name: 'xl/vbaProject.bin', content: 'Sub AutoOpen' }]
  await choose(page, 'complaints.xlsm', Buffer.from(xlsx({ sheets, more })))
  await page.getByRole('button', { name: 'Import 1 job' }).waitFor()
  await page.getByText('The macros of this workbook are not run.').waitFor()
  await page.getByLabel('Sheet').selectOption('Complaints (3 rows)')
  await page.getByText('1 cell has a formula: the results saved in the file are used.').waitFor()
  await page.getByLabel('Complaint goes to').selectOption('Work Order')
  await atBothSizes(page, async () => {
    await page.getByRole('alert').getByText('Nothing in the file shows whether 03/04/2026 has the day').waitFor()
    expect(await faultsInBothColours(page)).toEqual([])
  })
  await page.getByRole('button', { name: '3 Apr 2026' }).click()
  await page.getByText('Only the first row of each is imported.').waitFor()
  await page.getByRole('button', { name: 'Make them tasks of one job' }).click()
  await atBothSizes(page, async () => {
    await page.getByText('The rows of each become the tasks of one job.').waitFor()
    expect(await faultsInBothColours(page)).toEqual([])
  })
  await page.getByRole('button', { name: 'Import 2 jobs' }).click()
  await page.getByText('2 jobs imported, 0 refused').waitFor({ timeout: 60_000 })
  await page.getByText('The rows of each became the tasks of one job.').waitFor()
  await page.getByRole('link', { name: 'See the jobs' }).click()
  await page.getByText('1 Beech Row').first().waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('the team cannot import and is redirected to the jobs', async () => {
  const tom = await addMember(screens.server, olga, 'team')
  const { context, page } = await screens.open(tom, '/import')
  await page.getByRole('heading', { name: 'Site Management' }).waitFor()
  await page.getByRole('button', { name: 'Export jobs' }).waitFor()
  expect(await page.getByRole('button', { name: 'More ways to add jobs' }).count()).toBe(0)
  await context.close()
})
