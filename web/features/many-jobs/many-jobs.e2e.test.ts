import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Warning } from '#core/job/values.ts'
import { selectPage } from '#test/browser/lists/select-page.ts'
import { faultsInBothColours, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob, jobNow } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

const sites = ['2 Orchard Row', '6 Mill Parade', '8 Kestrel Mews', '11 Sutler Street']
let screens: Screens
let dana: SignedInTest
let tom: SignedInTest
let jobs: { jobId: string; taskId: string }[]
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens?.close())
beforeEach(async () => {
  dana = await screens.server.registerCompany()
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
  jobs = []
  for (const apartmentName of sites) jobs.push(await createJob(screens.server, dana, { apartmentName }))
})

const job = (nth: number) => jobs[nth] ?? expect.fail(`there is a job ${nth}`)
const complete = (nth: number) =>
  accepted(screens.server, dana, 'SetTaskStatus', {
    jobId: job(nth).jobId,
    taskId: job(nth).taskId,
    status: 'completed',
    from: 'not completed',
  })
const warn = (nth: number, warning: Warning) =>
  accepted(screens.server, dana, 'ChangeWarning', { jobId: job(nth).jobId, warning })
const book = (nth: number, assignedTo: string[], start = '09:00', end = '11:00') =>
  accepted(screens.server, dana, 'ScheduleJob', {
    jobId: job(nth).jobId,
    jobBookingId: uuid(),
    jobStart: `2038-01-12T${start}:00.000Z`,
    jobEnd: `2038-01-12T${end}:00.000Z`,
    access: '',
    assignedTo,
  })
const onServer = (nth: number) => jobNow(screens.server, dana, job(nth).jobId)

/** Opens the list, selects all of its jobs and opens one of the dialogs. */
async function openDialog(button: string, name: string) {
  const opened = await screens.open(dana, '/sites')
  const { page } = opened
  await page.getByText('11 Sutler Street').first().waitFor()
  await (await selectPage(page)).getByRole('button', { name: button }).click()
  return { ...opened, dialog: page.getByRole('dialog', { name }) }
}
const line = (page: Page, site: string) => page.getByRole('listitem').filter({ hasText: site })

test('a long list scrolls with the dialog, whose buttons stay in sight', async () => {
  for (let nth = 1; nth <= 12; nth += 1)
    await createJob(screens.server, dana, { apartmentName: `Flat ${nth}, Cooper Yard` })
  const { context, page, dialog } = await openDialog('Invoice', 'Invoice 16 jobs')
  await dialog.getByLabel('First invoice number').fill('INV-1')
  const list = dialog.getByRole('list', { name: 'Jobs' })
  await list.getByText('All tasks must be completed', { exact: false }).first().waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  expect(await dialog.getByRole('button', { name: 'Cancel' }).isVisible()).toBe(true)
  const cancel = await dialog.getByRole('button', { name: 'Cancel' }).boundingBox()
  expect((cancel?.y ?? 900) + (cancel?.height ?? 0)).toBeLessThan(900)
  await list.getByText('Flat 1, Cooper Yard').scrollIntoViewIfNeeded()
  expect(await dialog.getByRole('button', { name: 'Cancel' }).isVisible()).toBe(true)
  await context.close()
})

test('a warning is set on several jobs after it was shown what becomes of each, and one Undo takes all of it back', async () => {
  await warn(0, 'reschedule')
  await book(1, [tom.user.userId])
  const { context, page, faults, dialog } = await openDialog('Warning', 'Set warning on 4 jobs')
  await dialog.getByLabel('Warning').click()
  await page.getByRole('option', { name: 'Reschedule' }).click()
  await line(page, '2 Orchard Row').getByText('Already set').waitFor()
  await line(page, '6 Mill Parade')
    .getByText(/Booked.*becomes.*Pending/)
    .waitFor()
  await dialog.getByText('1 job is left out.', { exact: false }).waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Set on 3 jobs' }).click()
  await page.getByText('Warning set to Reschedule on 3 jobs').waitFor()
  expect(await onServer(1)).toMatchObject({ jobStatus: 'pending', warning: 'reschedule' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Put back on 3 jobs').waitFor()
  for (const [nth, warning, jobStatus] of [
    [0, 'reschedule', 'pending'],
    [1, '', 'booked'],
    [2, '', 'pending'],
    [3, '', 'pending'],
  ] as const)
    expect(await onServer(nth), sites[nth]).toMatchObject({ warning, jobStatus })
  expect(faults).toEqual([])
  await context.close()
})

test('finished jobs are invoiced under numbers that count up, and the others say why they are left out', async () => {
  for (const nth of [0, 2, 3]) await complete(nth)
  const { context, page, dialog } = await openDialog('Invoice', 'Invoice 4 jobs')
  await dialog.getByLabel('First invoice number').fill('INV-099')
  await line(page, '6 Mill Parade').getByText('All tasks must be completed').waitFor()
  await dialog.getByRole('button', { name: 'Invoice 3 jobs' }).click()
  await page.getByText('Invoiced 3 jobs').waitFor()
  const numbers = await Promise.all([0, 2, 3].map(async (nth) => (await onServer(nth)).office?.invoice))
  expect(numbers.toSorted()).toEqual(['INV-099', 'INV-100', 'INV-101'])
  expect(await onServer(1)).toMatchObject({ warning: '' })
  await context.close()
})

test('people are assigned to several visits; a clash that only the server sees is listed, and booked when asked', async () => {
  await book(0, [])
  await book(1, [], '13:00', '14:00')
  await book(2, [tom.user.userId], '13:30', '15:00')
  const { context, page, dialog } = await openDialog('People', 'Assign 4 jobs')
  await dialog.getByRole('combobox').fill('tom')
  await page.keyboard.press('Enter')
  await line(page, '11 Sutler Street').getByText('This job has no visit yet. Book one first.').waitFor()
  await line(page, '8 Kestrel Mews').getByText('Already set').waitFor()
  await dialog.getByRole('button', { name: 'Assign 2 jobs' }).click()
  const refused = page.getByRole('dialog', { name: '1 job not changed' })
  await refused.getByRole('link', { name: '6 Mill Parade' }).waitFor()
  await refused.getByText('tom.okafor is already booked', { exact: false }).waitFor()
  await refused.getByRole('button', { name: 'Book 1 visit anyway' }).click()
  await page.getByText('People assigned to 2 jobs').waitFor()
  expect(await onServer(1)).toMatchObject({ assignedTo: [tom.user.userId] })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Put back on 2 jobs').waitFor()
  expect(await onServer(0)).toMatchObject({ assignedTo: [] })
  expect(await onServer(1)).toMatchObject({ assignedTo: [], jobStatus: 'booked' })
  await context.close()
})

test('the selected jobs alone are exported, and printed a sheet each', async () => {
  const { context, page } = await screens.open(dana, '/sites')
  await page.getByText('11 Sutler Street').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.locator('tr', { hasText: '6 Mill Parade' }).getByText('View').focus()
  await page.keyboard.press('x')
  const bar = page.getByRole('region', { name: 'Selected jobs' })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    bar.getByRole('button', { name: 'Export selected jobs' }).click(),
  ])
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv).toContain('6 Mill Parade')
  expect(csv.trim().split('\n')).toHaveLength(2)
  await page.keyboard.press('Control+a')
  await bar.getByRole('button', { name: 'Print' }).click()
  const sheets = page.getByRole('dialog', { name: 'Print 4 visit sheets' })
  for (const site of sites) await sheets.getByText(site).first().waitFor()
  await context.close()
})
