import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HistoryEntry } from '#core/history/history.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { createJob } from '#test/server/commands.ts'
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

const mark = (page: Page) => page.getByRole('button', { name: /Mend the tap.*change to/ })
const statusesSaid = async (jobId: string): Promise<string[]> => {
  const answer = await screens.server.call(`${pathTo(paths.jobHistory, { jobId })}?after=0`, { token: dana.token })
  const { entries }: { entries: HistoryEntry[] } = await answer.json()
  return entries.map(({ type }) => type).filter((type) => /^Task(Completed|ToEstimate|Reopened)$/.test(type))
}

test('a long press chooses a status directly, and the history has no status in between', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page } = await screens.open(tom, `/job/${jobId}`, phone)
  const box = await mark(page).boundingBox()
  const finger = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [{ x: (box?.x ?? 0) + 30, y: (box?.y ?? 0) + 20 }])
  const menu = page.getByRole('menu', { name: 'Status of Mend the tap' })
  await menu.waitFor()
  await touch('touchEnd', [])
  expect(await menu.getByRole('menuitemradio', { checked: true }).textContent()).toBe('Not completed')
  expect(await faultsInBothColours(page)).toEqual([])
  await menu.getByRole('menuitemradio', { name: 'To estimate' }).tap()
  await page.getByRole('button', { name: /To estimate.*change to not completed/ }).waitFor()
  await expect.poll(() => statusesSaid(jobId)).toEqual(['TaskToEstimate'])
  await mark(page).tap()
  await expect.poll(() => statusesSaid(jobId)).toEqual(['TaskReopened', 'TaskToEstimate'])
  await context.close()
})

test('a right click and the keyboard open the same menu; Esc leaves everything as it was', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page } = await screens.open(dana, `/job/${jobId}`)
  const menu = page.getByRole('menu', { name: 'Status of Mend the tap' })
  await mark(page).click({ button: 'right' })
  await menu.waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  const isFocused = () => mark(page).evaluate((button) => button === document.activeElement)
  await mark(page).focus()
  await page.keyboard.press('s')
  await menu.waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(isFocused).toBe(true)
  expect(await statusesSaid(jobId)).toEqual([])
  await page.keyboard.press('s')
  await menu.waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Mend the tap: To estimate, change to not completed' }).waitFor()
  await expect.poll(() => statusesSaid(jobId)).toEqual(['TaskToEstimate'])
  await context.close()
})
