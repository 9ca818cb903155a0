import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityFaults, atBothSizes, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
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

async function aJob() {
  const { jobId } = await createJob(screens.server, dana, {
    apartmentName: '14 Marlowe Court',
    workOrder: 'WO-1',
    agency: 'Bright Oak Lettings',
  })
  return { jobId, path: `/job/${jobId}` }
}

const openEdit = async (page: Page) => {
  await page.getByRole('button', { name: 'Edit Job', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Job' })
  await dialog.getByLabel('Work Order').waitFor()
  return dialog
}
const fact = (page: Page, text: string) => page.getByRole('definition').getByText(text, { exact: true })
const save = (page: Page) =>
  page.getByRole('dialog', { name: 'Edit Job' }).getByRole('button', { name: 'Save', exact: true }).click()
const question = (page: Page) => page.getByRole('dialog', { name: 'Which Agency should be kept?' })

test("two people edit different fields at the same time: both edits are kept, and each sees the other's", async () => {
  const { path } = await aJob()
  const [danas, priyas] = await Promise.all([screens.open(dana, path), screens.open(priya, path)])
  await Promise.all([danas, priyas].map(({ page }) => page.getByText('Live').waitFor()))
  const [mine, theirs] = await Promise.all([openEdit(danas.page), openEdit(priyas.page)])
  await mine.getByLabel('Work Order').fill('WO-2')
  await theirs.getByLabel('Agency').fill('Castlefield Lets')
  await Promise.all([save(danas.page), save(priyas.page)])
  for (const { page } of [danas, priyas])
    for (const text of ['WO-2', 'Castlefield Lets']) await fact(page, text).waitFor()
  expect([...danas.faults, ...priyas.faults]).toEqual([])
  await Promise.all([danas.context.close(), priyas.context.close()])
})

test('both values of the same field are shown, at a desk and on a phone, and the chosen one is kept', async () => {
  const { path, jobId } = await aJob()
  const { context, page } = await screens.open(dana, path, phone)
  const edit = await openEdit(page)
  await edit.getByLabel('Agency').fill('Castlefield Lets')
  await edit.getByLabel('Work Order').fill('WO-2')
  await accepted(screens.server, priya, 'EditJob', { jobId, agency: 'Northgate' })
  await fact(page, 'Northgate').waitFor({ state: 'attached' })
  await save(page)
  await atBothSizes(page, async () => {
    await question(page).getByText('Castlefield Lets').waitFor()
    await question(page).getByText('Northgate').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })
  await question(page).getByRole('button', { name: 'Take theirs' }).click()
  await question(page).waitFor({ state: 'hidden' })
  await fact(page, 'WO-2').waitFor()
  await fact(page, 'Northgate').waitFor()
  const again = await openEdit(page)
  await again.getByLabel('Agency').fill('Castlefield Lets')
  await accepted(screens.server, priya, 'EditJob', { jobId, agency: 'Harbour & Lane' })
  await fact(page, 'Harbour & Lane').waitFor({ state: 'attached' })
  await save(page)
  await question(page).getByText('Harbour & Lane').waitFor()
  await question(page).getByRole('button', { name: 'Keep mine' }).click()
  await question(page).waitFor({ state: 'hidden' })
  await fact(page, 'Castlefield Lets').waitFor()
  await page.reload()
  await fact(page, 'Castlefield Lets').waitFor()
  await context.close()
})

test('an edit made offline raises the same question when it is sent', async () => {
  const { path, jobId } = await aJob()
  const { context, page } = await screens.open(dana, path)
  await fact(page, 'Bright Oak Lettings').waitFor()
  await page.getByText('Live').waitFor()
  const edit = await openEdit(page)
  await context.setOffline(true)
  await edit.getByLabel('Agency').fill('Castlefield Lets')
  await save(page)
  await fact(page, 'Castlefield Lets').waitFor()
  await accepted(screens.server, priya, 'EditJob', { jobId, agency: 'Northgate' })
  await context.setOffline(false)
  await question(page).getByText('Castlefield Lets').waitFor()
  await question(page).getByText('Northgate').waitFor()
  await question(page).getByRole('button', { name: 'Keep mine' }).click()
  await question(page).waitFor({ state: 'hidden' })
  await fact(page, 'Castlefield Lets').waitFor()
  await page.reload()
  await fact(page, 'Castlefield Lets').waitFor()
  expect(await page.getByText('Failed to update job').count()).toBe(0)
  await context.close()
})

test('closing the form asks before unsaved input is lost', async () => {
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path)
  const edit = await openEdit(page)
  await edit.getByLabel('Work Order').fill('WO-9')
  await page.keyboard.press('Escape')
  const leaving = page.getByRole('dialog', { name: 'Discard your changes?' })
  await leaving.getByRole('button', { name: 'Keep editing' }).click()
  await expect.poll(() => edit.getByLabel('Work Order').inputValue()).toBe('WO-9')
  await expect
    .poll(() => edit.getByLabel('Work Order').evaluate((field) => field === document.activeElement))
    .toBe(true)
  await page.keyboard.press('Control+Enter')
  await fact(page, 'WO-9').waitFor()
  await context.close()
})
