import { afterAll, beforeAll, expect, test } from 'vitest'
import { phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let owner: SignedInTest
let maya: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  owner = await screens.server.registerCompany({ businessName: 'Otter Repairs', username: 'olga.marsh' })
  maya = await addMember(screens.server, owner, 'team', 'maya.lind')
})
afterAll(() => screens.close())

test('on a phone Today is in the order of the visits’ times, and the way back from a job keeps the list', async () => {
  const { server } = screens
  const now = Date.now()
  for (const [apartmentName, from] of [
    ['Second', 2],
    ['First', 1],
  ] as const) {
    const { jobId } = await createJob(server, owner, { apartmentName })
    const at = (minutes: number) => new Date(now + from * 60_000 + minutes * 60_000).toISOString()
    const visit = { jobStart: at(0), jobEnd: at(1), access: '', assignedTo: [maya.user.userId] }
    await accepted(server, owner, 'ScheduleJob', { jobId, jobBookingId: jobId, ...visit, anyway: true })
  }
  const { context, page } = await screens.open(maya, '/sites', phone)
  const sites = page.getByRole('main').getByRole('heading', { level: 2 })
  await page.getByRole('button', { name: 'Today' }).tap()
  await expect.poll(() => sites.allTextContents()).toEqual(['First', 'Second'])
  await page.getByRole('link', { name: 'First' }).tap()
  await page.getByRole('link', { name: 'Back to jobs' }).tap()
  await expect.poll(() => sites.allTextContents()).toEqual(['First', 'Second'])
  await page.getByRole('button', { name: 'All' }).tap()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await context.close()
})
