import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantLinksAnswer } from '#core/wire/jobs/tenants.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { atBothSizes, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { bookedJob, letFlat, linksOf, linkTo } from '#test/server/tenants/let-flat.ts'

let mailbox: Mailbox
let screens: Screens
beforeAll(async () => {
  mailbox = await openMailbox()
  screens = await startScreens({ mail: mailbox.settings })
})
afterAll(async () => {
  await screens.close()
  await mailbox.close()
})

test('an invoice that could not be sent says so on the job and in the bell, and is sent again to another address', async () => {
  const { server } = screens
  const dana = await server.registerCompany({ businessName: 'Harrow & Pike' })
  const { jobId, taskId } = await createJob(server, dana, { apartmentName: '14 Marlowe Court' })
  await accepted(server, dana, 'CycleTask', { jobId, taskId, from: 'not completed' })
  await accepted(server, dana, 'ChangeWarning', { jobId, warning: 'invoiced', invoice: 'INV-12' })
  const wrong = 'helen@calder.example.com'
  mailbox.refusals.set(wrong, 550)
  const { context, page, faults } = await screens.open(dana, `/job/${jobId}`)
  await page.getByRole('button', { name: 'Send by email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send invoice INV-12' })
  await dialog.getByLabel('To').fill(wrong)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.waitFor({ state: 'detached' })
  const said = page.getByText(`Could not be sent to ${wrong}`)
  await atBothSizes(page, async () => {
    await said.waitFor()
    await page.getByText('The mail server does not accept this address.').first().waitFor()
    expect(await faultsInBothColours(page)).toEqual([])
  })
  const history = page.getByRole('complementary')
  await history.getByText('could not send the invoice by email: the mail server does not accept this address').waitFor()
  // News of the job that is on the screen is not counted as new; the panel covers nothing on this page that could be pressed.
  await page.goto('/todo')
  await page.getByRole('button', { name: 'Notifications' }).click()
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await bell.getByText('The invoice could not be sent by email').waitFor()
  expect(await bell.getByText(wrong).count()).toBe(0)
  expect(await faultsInBothColours(page)).toEqual([])
  await page.goto(`/job/${jobId}`)
  await page.getByRole('button', { name: 'Send again' }).click()
  expect(await dialog.getByLabel('To').inputValue()).toBe(wrong)
  await dialog.getByLabel('To').fill('helena@calder.example.com')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.waitFor({ state: 'detached' })
  await mailbox.letterTo('helena@calder.example.com')
  await page.getByText('Sent to helena@calder.example.com').waitFor()
  expect(await said.count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})

test('an evidence pack and a tenant’s link that could not be sent say so, on a phone too, and can be sent again', async () => {
  const { server } = screens
  const flat = await letFlat(server)
  const { dana } = flat
  const { jobId } = await bookedJob(server, flat)
  await linkTo(server, flat, jobId)
  const [tenant, landlord] = ['amara@example.com', 'lettings@example.com']
  mailbox.refusals.set(tenant, 550).set(landlord, 550)
  const { linkId = '' } = (await linksOf(server, dana, jobId)).links[0] ?? {}
  const send = (path: string, body: object) => server.call(path, { token: dana.token, body })
  expect((await send(pathTo(paths.tenantLinkEmail, { jobId, linkId }), {})).status).toBe(200)
  expect((await send(pathTo(paths.jobEvidenceEmail, { jobId }), { mailId: uuid(), recipient: landlord })).status).toBe(
    200,
  )
  const failed = async (): Promise<TenantLinksAnswer['links'][number]['failed']> =>
    (await linksOf(server, dana, jobId)).links[0]?.failed
  await expect.poll(failed).toEqual({ sentTo: tenant, why: 'refused' })
  await expect.poll(() => mailbox.refused.includes(landlord)).toBe(true)

  const { context, page, faults } = await screens.open(dana, `/job/${jobId}`)
  await atBothSizes(page, async () => {
    await page.getByText(`Could not be sent to ${tenant}. The mail server does not accept this address.`).waitFor()
    expect(await faultsInBothColours(page)).toEqual([])
  })
  mailbox.refusals.clear()
  await page.getByRole('button', { name: 'Email again' }).click()
  await mailbox.letterTo(tenant)
  await expect.poll(() => page.getByText(`Could not be sent to ${tenant}`).count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()

  const onPhone = await screens.open(dana, `/job/${jobId}?tab=history`, phone)
  await onPhone.page.getByRole('button', { name: 'Evidence pack' }).tap()
  const pack = onPhone.page.getByRole('dialog', { name: 'Evidence pack' })
  await pack.getByText(`Could not be sent to ${landlord}`).waitFor()
  expect(await faultsInBothColours(onPhone.page)).toEqual([])
  await pack.getByRole('button', { name: 'Send again' }).tap()
  const dialog = onPhone.page.getByRole('dialog', { name: 'Send evidence pack' })
  expect(await dialog.getByLabel('To').inputValue()).toBe(landlord)
  await dialog.getByRole('button', { name: 'Send', exact: true }).tap()
  await dialog.waitFor({ state: 'detached' })
  await mailbox.letterTo(landlord)
  expect(onPhone.faults).toEqual([])
  await onPhone.context.close()
})
