import type { Locator, Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderedRows, watchRenderedRows } from '#test/browser/lists/rendered-rows.ts'
import { desktop, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
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

/** A page on which rendered rows are counted from its first rendering on. */
async function openCounted(person: SignedInTest, path: string, look = desktop) {
  const { context, page } = await screens.open(person, '/healthz', look)
  await watchRenderedRows(page)
  await page.goto(path)
  return { context, page }
}

/** The rows that are rendered until `shown` is on the page, by which of these names they hold. */
async function rendered(page: Page, act: () => Promise<unknown>, shown: Locator, names: readonly string[]) {
  await page.waitForLoadState('networkidle')
  await renderedRows(page)
  await act()
  await shown.first().waitFor()
  const rows = await renderedRows(page)
  return names.filter((name) => rows.some((row) => row.includes(name)))
}

const sites = ['14 Marlowe Court', '9 Sutler Street', '31 Tannery Wharf']

test('a push renders the row of its job in the list, and no other', async () => {
  const [first, second] = await Promise.all(
    sites.map((apartmentName) => createJob(screens.server, dana, { apartmentName })),
  )
  for (const look of [desktop, phone]) {
    const { context, page } = await openCounted(dana, '/sites', look)
    for (const site of sites) await page.getByText(site).first().waitFor()
    await page.getByText('Live').first().waitFor({ state: 'attached' })
    const warning = look === phone ? 'insurance' : 'management'
    const change = () => accepted(screens.server, tom, 'AddNote', { jobId: first?.jobId, noteId: uuid(), note: 'Hm' })
    expect(await rendered(page, change, page.getByText(`${sites[0]} has a new comment`), sites)).toEqual([sites[0]])
    const warned = () => accepted(screens.server, dana, 'ChangeWarning', { jobId: second?.jobId, warning })
    expect(await rendered(page, warned, page.getByText(`${sites[1]} has ${warning}`), sites)).toEqual([sites[1]])
    await context.close()
  }
})

test('a push renders the visit of its job on My day, and no other', async () => {
  const jobStart = new Date().toISOString()
  const jobEnd = new Date(Date.now() + 30 * 60_000).toISOString()
  const jobIds: string[] = []
  for (const apartmentName of sites) {
    const { jobId } = await createJob(screens.server, dana, { apartmentName })
    const visit = { jobId, jobBookingId: uuid(), jobStart, jobEnd, access: '', assignedTo: [tom.user.userId] }
    await accepted(screens.server, dana, 'ScheduleJob', { ...visit, anyway: true })
    jobIds.push(jobId)
  }
  const { context, page } = await openCounted(tom, '/day', phone)
  await expect.poll(() => page.getByText('1 task left').count()).toBe(sites.length)
  const add = () =>
    accepted(screens.server, dana, 'AddTask', {
      jobId: jobIds[2],
      taskId: uuid(),
      description: 'Bleed the radiators',
    })
  expect(await rendered(page, add, page.getByText('2 tasks left'), sites)).toEqual([sites[2]])
  await context.close()
})

test('a tick renders its task, also when it is sent and pushed, and no other task or comment', async () => {
  const tasks = ['Reseal the bath', 'Mend the tap', 'Hang the door'].map((description) => ({
    taskId: uuid(),
    description,
  }))
  const notes = ['Keys are next door', 'No parking before ten']
  const { jobId } = await createJob(screens.server, dana, { tasks })
  for (const note of notes) await accepted(screens.server, dana, 'AddNote', { jobId, noteId: uuid(), note })
  const { context, page } = await openCounted(dana, `/job/${jobId}`)
  await page
    .getByText(notes[1] ?? '')
    .first()
    .waitFor()
  const all = [...tasks.map((one) => one.description), ...notes]
  // The history shows the entry once the server has pushed it.
  const tick = () => page.getByRole('button', { name: /^Mend the tap: / }).click()
  expect(
    await rendered(page, tick, page.getByRole('complementary').getByText(/completed .*Mend the tap/), all),
  ).toEqual(['Mend the tap'])
  await context.close()
})

test('a tick is shown by its row first, and what follows from it a moment later', async () => {
  const tasks = ['Reseal the bath', 'Mend the tap'].map((description) => ({ taskId: uuid(), description }))
  const { jobId } = await createJob(screens.server, dana, { tasks })
  const { context, page } = await screens.open(dana, `/job/${jobId}`)
  const mark = page.getByRole('button', { name: /^Mend the tap: / })
  await mark.waitFor()
  await page.evaluate(() => {
    const seen: { status: string | undefined; count: string | undefined }[] = []
    Reflect.set(window, 'seen', seen)
    const look = () => {
      const row = [...document.querySelectorAll('main li')].find((one) => one.textContent.includes('Mend the tap'))
      const count = /\d of \d completed/.exec(document.body.innerText)?.[0]
      seen.push({ status: row?.getAttribute('data-status') ?? undefined, count })
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await mark.click()
  await page.getByText('1 of 2 completed').waitFor()
  const seen = await page.evaluate<{ status: string; count: string }[]>('seen')
  expect(seen.find(({ status }) => status === 'completed')?.count).toBe('0 of 2 completed')
  await context.close()
})
