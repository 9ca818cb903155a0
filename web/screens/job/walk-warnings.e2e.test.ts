import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { warnings } from '#core/job/values.ts'
import { goInside } from '#test/browser/go-inside.ts'
import { type Screens, startScreens } from '#test/browser/screens.ts'
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

const row = (page: Page, site: string) => page.locator('tr', { hasText: site })
const cell = (page: Page, site: string, place: number) => row(page, site).locator('td').nth(place)

/** A job that is pending though its one task is completed, so that every effect can be seen. */
const completedTask = async (apartmentName: string) => {
  const taskId = crypto.randomUUID()
  const task = { taskId, description: 'Mend the tap', status: 'completed' }
  return createJob(screens.server, dana, { apartmentName, tasks: [task] })
}

async function choose(page: Page, site: string, warning: string, invoice?: string) {
  await cell(page, site, 2).getByRole('button').click()
  const dialog = page.getByRole('dialog', { name: 'Warning' })
  await dialog.getByRole('radio', { name: new RegExp(`^${warning}`) }).check()
  await dialog.getByRole('button', { name: `Set ${warning}` }).click()
  if (invoice) {
    await dialog.getByLabel('Invoice number').fill(invoice)
    await dialog.getByRole('button', { name: `Set ${warning}` }).click()
  }
  await dialog.waitFor({ state: 'hidden' })
  await cell(page, site, 2).getByText(warning, { exact: true }).waitFor()
}

test.each(['owner', 'admin'] as const)('each warning has its effect on the status, chosen by the %s', async (role) => {
  const site = role === 'owner' ? '14 Marlowe Court' : '7 Kestrel Mews'
  const { jobId } = await completedTask(site)
  const { context, page } = await screens.open(role === 'owner' ? dana : priya, '/sites')
  await cell(page, site, 1).getByText('Pending').waitFor()
  for (const [warning, status] of [
    ['Free of charge', 'Completed'],
    ['No access', 'Pending'],
    ['Quote sent', 'Quote sent'],
    ['Reschedule', 'Pending'],
    ['Quote rejected', 'Cancelled'],
    ['Quote approved', 'Pending'],
    ['Cancelled', 'Cancelled'],
    ['Management', 'Cancelled'],
    ['Invoiced', 'Completed'],
    ['Insurance', 'Completed'],
    ['No Warning', 'Completed'],
  ] as const) {
    await choose(page, site, warning, warning === 'Invoiced' ? 'INV-2041' : undefined)
    await cell(page, site, 1).getByText(status, { exact: true }).waitFor()
  }
  await goInside(page, `/job/${jobId}`)
  await page.getByRole('definition').getByText('INV-2041').waitFor()
  await goInside(page, '/sites')
  await choose(page, site, 'Free of charge')
  await goInside(page, `/job/${jobId}`)
  await page.getByRole('definition').getByText('Not invoiced').waitFor()
  await context.close()
})

test('the office has eleven warnings to choose from, each with its effect', async () => {
  await completedTask('3 Sutler Street')
  const { context, page } = await screens.open(priya, '/sites')
  await cell(page, '3 Sutler Street', 2).getByRole('button').click()
  const choices = page.getByRole('dialog', { name: 'Warning' }).locator('label')
  await expect
    .poll(async () => (await choices.allTextContents()).toSorted())
    .toEqual(
      [
        'No accesssets Pending',
        'Reschedulesets Pending',
        'Quote approvedsets Pending',
        'Quote sentsets Quote sent',
        'Quote rejectedsets Cancelled',
        'Cancelledsets Cancelled',
        'Invoicedsets Completed',
        'Free of chargesets Completed',
        'Managementstatus unchanged',
        'Insurancestatus unchanged',
        'No Warningclears the warning',
      ].toSorted(),
    )
  await context.close()
})

test('cancelled, quote rejected and no access stand out, management has its own look, invoiced and free of charge share one', async () => {
  const owner = await screens.server.registerCompany({ businessName: 'Badges', username: 'badge.owner' })
  for (const warning of warnings) {
    const task = { taskId: crypto.randomUUID(), description: 'Mend the tap', status: 'completed' }
    const { jobId } = await createJob(screens.server, owner, {
      apartmentName: `Site ${warning || 'none'}`,
      tasks: [task],
    })
    const invoice = warning === 'invoiced' ? { invoice: 'INV-1' } : {}
    if (warning) await accepted(screens.server, owner, 'ChangeWarning', { jobId, warning, ...invoice })
  }
  const { context, page } = await screens.open(owner, '/sites')
  await page.getByText('Page 1 of 1').waitFor()
  const tags = page.locator('tbody td:nth-child(3) button > span:first-child')
  await expect.poll(() => tags.count()).toBe(11)
  const looks = new Map<string, string>()
  for (const tag of await tags.all()) {
    const look = await tag.evaluate((one) => {
      const { backgroundColor, color, borderColor } = getComputedStyle(one)
      return [backgroundColor, color, borderColor].join(' ')
    })
    looks.set((await tag.textContent()) ?? '', look)
  }
  expect(looks.size).toBe(11)
  const look = (name: string) => looks.get(name) ?? name
  const attention = look('No access')
  expect([look('Cancelled'), look('Quote rejected')]).toEqual([attention, attention])
  expect(look('Invoiced')).toBe(look('Free of charge'))
  expect(new Set([attention, look('Management'), look('Invoiced'), look('Insurance'), look('No Warning')]).size).toBe(5)
  expect(attention).toContain('rgb(179, 38, 30)')
  await context.close()
})

test('completed, to estimate, booked and quote sent each have their own look; the others share the usual one', async () => {
  const owner = await screens.server.registerCompany({ businessName: 'Pills', username: 'pill.owner' })
  const give = (type: Parameters<typeof accepted>[2], data: object) => accepted(screens.server, owner, type, data)
  const job = (name: string) => createJob(screens.server, owner, { apartmentName: name })
  await job('Left pending')
  const booked = await job('Now booked')
  const jobStart = '2037-12-01T09:00:00.000Z'
  const times = { jobBookingId: booked.jobId, jobStart, jobEnd: '2037-12-01T11:00:00.000Z', access: '', assignedTo: [] }
  await give('ScheduleJob', { jobId: booked.jobId, ...times })
  const { jobId, taskId } = await job('Now completed')
  await give('CycleTask', { jobId, taskId, from: 'not completed' })
  const dear = await job('Now to estimate')
  await give('CycleTask', { jobId: dear.jobId, taskId: dear.taskId, from: 'not completed' })
  await give('CycleTask', { jobId: dear.jobId, taskId: dear.taskId, from: 'completed' })
  await give('ChangeWarning', { jobId: (await job('Now cancelled')).jobId, warning: 'cancelled' })
  await give('ChangeWarning', { jobId: (await job('Quote is sent')).jobId, warning: 'quote sent' })
  const { context, page } = await screens.open(owner, '/sites')
  await page.getByText('Page 1 of 1').waitFor()
  const look = async (site: string, status: string) => {
    const badge = cell(page, site, 1).getByText(status, { exact: true })
    return badge.evaluate((one) => getComputedStyle(one).backgroundColor)
  }
  const usual = await look('Left Pending', 'Pending')
  expect(await look('Now Cancelled', 'Cancelled')).toBe(usual)
  const own = await Promise.all([
    look('Now Completed', 'Completed'),
    look('Now To Estimate', 'To estimate'),
    look('Now Booked', 'Booked'),
    look('Quote Is Sent', 'Quote sent'),
  ])
  expect(new Set([usual, ...own]).size).toBe(5)
  await context.close()
})
