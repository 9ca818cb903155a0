import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobAnswer } from '#core/wire/jobs/jobs.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accessibilityFaults, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { appendUnchecked } from '#test/faults/newer-release.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
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

const hour = 3_600_000
const part = (jobRef: string) => ({
  partId: uuid(),
  name: 'Shower tray 900 × 900',
  jobId: jobRef,
  purchaseDate: '2026-11-16',
  expectedDelivery: '2026-11-20',
})

test('past versions show images and parts deleted since; late events are marked, and a series of edits is collapsed', async () => {
  const { server } = screens
  const taskId = uuid()
  const { jobId, number = 0 } = await createJob(server, dana, { tasks: [{ taskId, description: 'Fit extractor fan' }] })
  const jobRef = String(number).padStart(5, '0')
  const files = [{ bytes: await smallPhoto(), name: 'tap.jpg' }]
  expect((await upload(server, tom, jobId, { files })).status).toBe(200)
  const tray = part(jobRef)
  const { seq } = await accepted(server, dana, 'AddPart', tray)
  const imageId = await theImage(jobId, seq)
  const happenedAt = new Date(Date.now() - 2.5 * hour).toISOString()
  await sendCommands(server, tom, command('ChangeWarning', { jobId, warning: 'no access' }, { happenedAt }))
  await accepted(server, dana, 'DeleteImage', { jobId, imageId })
  await accepted(server, dana, 'DeletePart', { partId: tray.partId })
  for (const price of [11_000, 14_000, 13_500]) await accepted(server, dana, 'PriceTask', { jobId, taskId, price })

  const { context, page, faults } = await screens.open(dana, `/job/${jobId}`)
  const history = page.getByRole('complementary')
  await history.getByText(/^Made offline .*, recorded 2 h later$/).waitFor()
  const burst = history
    .getByRole('listitem')
    .filter({ hasText: /set a price(?! and)/ })
    .first()
  await burst.getByText('£135.00').waitFor()
  await expect.poll(() => burst.getByText('£140.00').count()).toBe(0)
  await burst.getByRole('button', { name: 'Show 3 changes' }).click()
  await burst.getByText('£140.00').first().waitFor()

  await history.getByRole('listitem').filter({ hasText: 'changed the warning' }).getByRole('link').first().click()
  const main = page.getByRole('main')
  await main.getByText('deleted since').waitFor()
  const widths = () =>
    main.locator('img').evaluateAll((all) => all.map((one) => one instanceof HTMLImageElement && one.naturalWidth > 0))
  await expect.poll(widths).toEqual([true])
  await main.getByText('Shower tray 900 × 900').waitFor()
  await main.getByText('no longer on this job').waitFor()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await accessibilityFaults(page)).toEqual([])

  await history.getByText('later events hidden.').waitFor()
  await accepted(server, tom, 'AddNote', { jobId, noteId: uuid(), note: 'Keys are with the concierge' })
  await page
    .getByRole('region', { name: 'As it was' })
    .getByText(/event \d+ of 8/)
    .waitFor()
  await page.getByRole('button', { name: 'Back to now' }).click()
  await history.getByText('Keys are with the concierge').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('a past version calls people as they were called then, and a new name is no change of the job', async () => {
  const { server } = screens
  const worker = await addMember(server, dana, 'team', 'sam.r')
  const { userId } = worker.user
  await accepted(server, worker, 'SetMemberDetails', { userId, fullName: 'Samuel Reid' })
  const { jobId } = await createJob(server, dana)
  const visit = { jobStart: '2038-01-12T09:00:00.000Z', jobEnd: '2038-01-12T11:00:00.000Z', access: '' }
  await accepted(server, dana, 'ScheduleJob', { jobId, jobBookingId: uuid(), assignedTo: [userId], ...visit })
  await accepted(server, worker, 'AddNote', { jobId, noteId: uuid(), note: 'Keys are with the concierge' })
  await accepted(server, worker, 'SetMemberDetails', { userId, fullName: 'Samuel Okafor-Reid' })
  const { context, page } = await screens.open(dana, `/job/${jobId}`)
  const main = page.getByRole('main')
  await main.getByText('Samuel Okafor-Reid').first().waitFor()
  const history = page.getByRole('complementary')
  await history.getByRole('listitem').filter({ hasText: 'Keys are with' }).getByRole('link').first().click()
  await page.getByRole('region', { name: 'As it was' }).waitFor()
  await expect.poll(() => main.getByText('Samuel Reid', { exact: true }).count()).toBe(2)
  expect(await main.getByText('Samuel Okafor-Reid').count()).toBe(0)
  await context.close()
})

test('a new change appears in the history open on a phone, where its time can be corrected, in dark colours', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page, faults } = await screens.open(dana, `/job/${jobId}?tab=history`, {
    ...phone,
    colorScheme: 'dark',
  })
  await page.getByText(/^1 event/).waitFor()
  await accepted(screens.server, tom, 'ChangeWarning', { jobId, warning: 'no access' })
  const warned = page.getByRole('listitem').filter({ hasText: 'changed the warning' }).first()
  await warned.getByText('No access').waitFor()
  await warned.getByRole('button', { expanded: false }).click()
  await warned.getByRole('button', { name: 'Correct the time' }).click()
  const correct = page.getByRole('dialog', { name: 'Correct the time' })
  await correct.getByLabel('Reason').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await correct.getByLabel('Reason').fill('Logged the day after')
  await correct.getByLabel('Day').fill('2026-11-19')
  await correct.getByLabel('Time').fill('15:30')
  await correct.getByRole('button', { name: 'Correct the time' }).click()
  await warned.getByText(/Happened on Thu 19 Nov/).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

async function theImage(jobId: string, after: number): Promise<string> {
  const answer = await screens.server.call(`${pathTo(paths.job, { jobId })}?after=${after}`, { token: dana.token })
  const { job }: JobAnswer = await answer.json()
  return job.images[0]?.imageId ?? expect.fail('the image is on the job')
}

test('from damage on, on whatever page of the history, the job is shown as it was before it, and the banner says so', async () => {
  const { jobId } = await createJob(screens.server, dana, { apartmentName: '14 Marlowe Court' })
  const note = (text: string) => ({ noteId: uuid(), note: text })
  await accepted(screens.server, dana, 'AddNote', { jobId, ...note('Before the damage') })
  const append = (type: string, data: unknown) =>
    appendUnchecked(screens.server, dana, { stream: 'job', streamId: jobId, type, data })
  const { version: damaged } = await append('NoteAdded', null)
  const { version: after } = await append('NoteAdded', note('After the damage'))
  const said = `Event ${damaged} cannot be read: the job is shown as it was before it.`
  const { context, page } = await screens.open(dana, `/job/${jobId}?entry=${after}`)
  const banner = page.getByRole('region', { name: 'As it was' })
  await banner.getByText(`event ${damaged - 1} of ${after}`).waitFor()
  await banner.getByText(said).waitFor()
  const main = page.getByRole('main')
  await main.getByText('Before the damage').first().waitFor()
  // A page of one event knows nothing of the damage, while no older one is read, but the job that the server tells does.
  await context.route(`**${pathTo(paths.jobHistory, { jobId })}?*`, (route) => {
    const address = new URL(route.request().url())
    if (address.searchParams.has('before')) return route.abort()
    address.searchParams.set('limit', '1')
    return route.continue({ url: address.href })
  })
  await page.reload()
  await banner.getByText(`event ${after} of ${after}`).waitFor()
  await banner.getByText(said).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await context.close()
})
