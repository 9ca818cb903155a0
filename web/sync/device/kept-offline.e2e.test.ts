import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeIn } from '#core/time/format.ts'
import type { JobAnswer } from '#core/wire/jobs/jobs.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { goInside } from '#test/browser/go-inside.ts'
import { phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { isStoredOnDevice, storedOnDevice } from '#test/browser/stored-on-device.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import type { SignedInTest } from '#test/server/server.ts'

const siteId = uuid()
let screens: Screens
let dana: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
  const place = { address: 'Water Lane, Leeds', postcode: 'LS11 5QT' }
  await accepted(screens.server, dana, 'AddSite', { siteId, name: '14 Marlowe Court', ...place })
})
afterAll(() => screens.close())

const hour = 60 * 60_000

/** A visit of his within the hour or at another time, at a job with facts that only the office may know. */
async function booked(start = Date.now() + hour) {
  const job = await createJob(screens.server, dana, {
    apartmentName: '14 Marlowe Court',
    workOrder: 'WO-CANARY',
    agency: 'Canary Lettings',
    receivedBy: 'Cora Canary',
  })
  await accepted(screens.server, dana, 'PriceTask', { jobId: job.jobId, taskId: job.taskId, price: 87_654_321 })
  await accepted(screens.server, dana, 'ScheduleJob', {
    jobId: job.jobId,
    jobStart: new Date(start).toISOString(),
    jobEnd: new Date(start + hour).toISOString(),
    assignedTo: [tom.user.userId],
    access: 'Keys with the concierge',
    jobBookingId: uuid(),
    anyway: true,
  })
  return job
}

/** Opens the jobs list and waits until this job is kept on the device. */
async function openKept(jobId: string) {
  const opened = await screens.open(tom, '/sites', { ...phone, serviceWorkers: 'allow' })
  await expect.poll(() => isStoredOnDevice(opened.page, JSON.stringify(['job', jobId]))).toBe(true)
  await expect.poll(() => opened.page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  return opened
}

test('a visit that was never opened is there without a network, with the photos of others, and what is done on it reaches the office', async () => {
  const { jobId, taskId } = await booked()
  const given = async (colour: string) => {
    const photo = await upload(screens.server, dana, jobId, { files: [{ bytes: await smallPhoto(colour) }] })
    expect(photo.ok).toBe(true)
  }
  await given('#a40')
  const { context, page, faults } = await openKept(jobId)
  // One that comes later too.
  await given('#a41')
  await expect.poll(async () => (await storedOnDevice(page)).split('[\\"thumbnail\\"').length - 1).toBe(2)
  await context.setOffline(true)
  await page.goto(`/job/${jobId}`)
  await page.getByRole('heading', { name: '14 Marlowe Court' }).first().waitFor()
  await page.getByText('Mend the tap').first().waitFor()
  const pictures = page.getByRole('region', { name: 'From Office' }).locator('img')
  const widths = () =>
    pictures.evaluateAll((all) => all.map((one) => one instanceof HTMLImageElement && one.naturalWidth))
  await expect.poll(widths).toEqual([64, 64])
  await page.getByRole('tab', { name: 'Comments' }).tap()
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('Key safe is empty')
  await page.getByRole('button', { name: 'Send comment' }).tap()
  await page.getByText('1 queued').waitFor()
  await page.reload()
  await page.getByText('1 queued').waitFor()
  await context.setOffline(false)
  await expect
    .poll(async () => {
      const answer = await screens.server.call(`/api/jobs/${jobId}`, { token: dana.token })
      const { job }: JobAnswer = await answer.json()
      return job.extraNotes.map(({ note }) => note)
    })
    .toEqual(['Key safe is empty'])
  expect([taskId, ...faults]).toEqual([taskId])
  await context.close()
})

test('a change made by others after the visit was read is there too; a job that is not on the device says so, and opens when the connection is back', async () => {
  const { jobId } = await booked()
  const other = await createJob(screens.server, dana, { apartmentName: '3 Station Cottages' })
  const { context, page } = await openKept(jobId)
  await accepted(screens.server, dana, 'EditJob', {
    jobId,
    apartmentName: '15 Marlowe Court',
    from: { apartmentName: '14 Marlowe Court' },
  })
  await expect.poll(() => isStoredOnDevice(page, '15 Marlowe Court')).toBe(true)
  await context.setOffline(true)
  await page.goto(`/job/${jobId}`)
  await page.getByRole('heading', { name: '15 Marlowe Court' }).first().waitFor()
  await goInside(page, `/job/${other.jobId}`)
  await page.getByText('You’re offline, and this hasn’t been loaded on this device yet.').waitFor()
  await context.setOffline(false)
  await page.getByRole('heading', { name: '3 Station Cottages' }).first().waitFor()
  await context.close()
})

test('after a restart the device receives what changed meanwhile, and reads no job again', async () => {
  const { jobId } = await booked()
  const { context, page } = await openKept(jobId)
  await expect.poll(() => isStoredOnDevice(page, JSON.stringify(['position']))).toBe(true)
  await page.goto('about:blank')
  await accepted(screens.server, dana, 'EditJob', {
    jobId,
    apartmentName: '16 Marlowe Court',
    from: { apartmentName: '14 Marlowe Court' },
  })
  const reads: string[] = []
  page.on('request', (request) => reads.push(new URL(request.url()).pathname))
  await page.goto('/todo')
  await expect.poll(() => isStoredOnDevice(page, '16 Marlowe Court')).toBe(true)
  await expect.poll(() => reads).toContain(paths.calendar)
  // Its site is read: it is another one by now.
  expect(reads.filter((path) => path.includes(jobId) && path !== pathTo(paths.siteOfJob, { jobId }))).toEqual([])
  await context.close()
})

test('on the next day the phone shows its visits without a network, and since when they are stored', async () => {
  const noon = new Date(Date.now() + 24 * hour).setUTCHours(12, 0, 0, 0)
  const { jobId } = await booked(noon)
  const { context, page } = await openKept(jobId)
  await goInside(page, '/day')
  await page.getByText(/Ready offline, \d\d:\d\d/).waitFor()
  await context.setOffline(true)
  await page.clock.install({ time: noon - 2 * hour })
  await page.goto('/day')
  // Late in the evening, visits of the tests before are on that day too.
  const from = timeIn(new Date(noon).toISOString(), 'Europe/London')
  const card = page.getByRole('article').filter({ hasText: `${from}–` })
  await card.getByRole('link', { name: '14 Marlowe Court', exact: true }).waitFor()
  await card.getByText('Water Lane, Leeds LS11 5QT').waitFor()
  await page.getByText(/Ready offline, \d\d:\d\d/).waitFor()
  await context.close()
})

test('nothing that only the office may know is on a team member’s device, and nothing at all after logging out', async () => {
  const { jobId } = await booked()
  const { context, page } = await openKept(jobId)
  await goInside(page, '/calendar')
  await goInside(page, `/job/${jobId}`)
  await page.getByRole('heading', { name: '14 Marlowe Court' }).first().waitFor()
  expect(await isStoredOnDevice(page, '14 Marlowe Court')).toBe(true)
  for (const canary of ['CANARY', 'Canary', '87654321'])
    expect([canary, await isStoredOnDevice(page, canary)]).toEqual([canary, false])

  await goInside(page, '/sites?search=Marlowe')
  await page.getByText('14 Marlowe Court').first().waitFor()
  await page.getByRole('button', { name: 'More' }).tap()
  await page.getByRole('button', { name: 'Logout' }).tap()
  await page.waitForURL('**/login')
  await expect.poll(() => isStoredOnDevice(page, 'Marlowe')).toBe(false)
  for (const text of ['tom.okafor', tom.user.email, jobId, 'Harrow'])
    expect([text, await isStoredOnDevice(page, text)]).toEqual([text, false])
  await context.close()
})

test('a person who was removed keeps nothing of the company on the device', async () => {
  const max = await addMember(screens.server, dana, 'team', 'max.brandt')
  const { context, page } = await screens.open(max, '/sites', { ...phone, serviceWorkers: 'allow' })
  await expect.poll(() => isStoredOnDevice(page, 'Marlowe')).toBe(true)
  const removed = await screens.server.call(pathTo(paths.user, { userId: max.user.userId }), {
    method: 'DELETE',
    token: dana.token,
  })
  expect(removed.ok).toBe(true)
  await page.waitForURL('**/auths')
  await expect.poll(() => isStoredOnDevice(page, 'Marlowe')).toBe(false)
  // The name stays until the sign-in page has said why he was signed out.
  await expect.poll(() => isStoredOnDevice(page, 'max.brandt')).toBe(false)
  expect(await isStoredOnDevice(page, 'Harrow')).toBe(false)
  await context.close()
})
