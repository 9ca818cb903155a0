import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantLinksAnswer } from '#core/wire/jobs/tenants.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accessibilityFaults, faultsOfPublicPage, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { smallPhoto } from '#test/server/photo-uploads.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens.close())

const day = 24 * 3_600_000

test('without a script a tenant confirms the visit and asks for another time, and the office sees both on the job', async () => {
  const { server } = screens
  const dana = await server.registerCompany({ businessName: 'Harrow & Pike' })
  const { userId, companyId } = dana.user
  await accepted(server, dana, 'SetMemberDetails', { userId, fullName: 'Dana Whitfield', initials: '', telephone: '' })
  const papers = { tradingName: 'Harrow & Pike', address: '', telephone: '0113 496 0018', email: '' }
  const none = { tradingName: '', address: '', telephone: '', email: '' }
  await accepted(server, dana, 'SetPapers', { companyId, papers, from: none })
  const [siteId, contactId] = [uuid(), uuid()]
  await accepted(server, dana, 'AddSite', { siteId, name: 'Flat 22, Cooper Yard' })
  const tenant = { siteId, contactId, role: 'tenant', name: 'Yusuf Demir', telephone: '', email: '' }
  await accepted(server, dana, 'SetSiteContact', tenant)
  const tasks = [{ taskId: uuid(), description: 'New kitchen tap' }]
  const { jobId } = await createJob(server, dana, { apartmentName: 'Flat 22, Cooper Yard', tasks })
  const jobStart = new Date(Date.now() + 3 * day).toISOString()
  const jobEnd = new Date(Date.now() + 3 * day + 7_200_000).toISOString()
  const visit = { jobId, jobBookingId: uuid(), jobStart, jobEnd, access: '', assignedTo: [userId] }
  const { seq } = await accepted(server, dana, 'ScheduleJob', visit)
  await server.call(`${pathTo(paths.siteOfJob, { jobId })}?after=${seq}`, { token: dana.token })

  const { page: office, faults } = await screens.open(dana, `/job/${jobId}`)
  await office.getByRole('button', { name: 'Make a link for Yusuf Demir' }).click()
  await office.getByText('Not opened yet').waitFor()
  const answer = await server.call(pathTo(paths.tenantLinks, { jobId }), { token: dana.token })
  const { links }: TenantLinksAnswer = await answer.json()

  const context = await screens.newContext({ ...phone, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(links[0]?.path ?? '')
  await page.getByRole('heading', { name: 'We would like to come on' }).waitFor()
  await page.getByRole('button', { name: 'Yes, that works' }).click()
  await page.getByRole('heading', { name: 'You confirmed this visit' }).waitFor()
  await office.getByText('Confirmed by the tenant').waitFor()
  await page.getByRole('link', { name: 'Ask to change' }).click()
  await page.getByRole('checkbox').nth(3).check()
  await page.getByRole('checkbox').nth(4).check()
  await page.getByLabel('Message (optional)').fill('I work nights')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('You asked for another time.').waitFor()
  await page.emulateMedia({ colorScheme: 'dark' })
  await office.getByText('Asked for another time').first().waitFor()
  await office.getByText('I work nights').first().waitFor()
  expect(await accessibilityFaults(office)).toEqual([])
  expect(faults).toEqual([])
  await page.getByLabel('Write a message').fill('The dog is in the bedroom')
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('The dog is in the bedroom').waitFor()
  await page
    .getByLabel('Choose photos')
    .setInputFiles({ name: 'tap.jpg', mimeType: 'image/jpeg', buffer: await smallPhoto() })
  await page.getByRole('button', { name: 'Send photos' }).click()
  await page.getByRole('img', { name: 'Your photo 1' }).waitFor()
  await office.getByText('The dog is in the bedroom').first().waitFor()
  await office.getByText('From Tenant').first().waitFor()
  await office.getByText(/^Opened \d+ times, last just now/).waitFor()
  await context.close()
  const reader = await screens.newContext(phone)
  const again = await reader.newPage()
  for (const path of ['', '/times']) {
    await again.goto((links[0]?.path ?? '') + path)
    expect(await faultsOfPublicPage(again)).toEqual([])
  }
})
