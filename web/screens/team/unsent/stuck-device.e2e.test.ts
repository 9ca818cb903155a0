import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { goInside } from '#test/browser/go-inside.ts'
import { faultUntil } from '#test/browser/requests/fault-until.ts'
import { faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { createJob } from '#test/server/commands.ts'
import { lookForUnsentWork } from '#test/server/notices/unsent-work.ts'
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

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1'
test('what was refused on a phone after a day without signal rings the office’s bell, which leads to the person', async () => {
  const { server } = screens
  const { jobId } = await createJob(server, dana)
  const worker = await screens.open(tom, `/job/${jobId}`, { ...phone, userAgent: iPhone })
  await worker.page.getByRole('button', { name: /Mend the tap.*change to/ }).waitFor()
  const office = await screens.open(dana, '/sites')
  await office.page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await worker.context.setOffline(true)
  await worker.page.getByRole('textbox', { name: 'Add a comment' }).fill('Gate code 4471')
  await worker.page.getByRole('button', { name: 'Send comment' }).tap()
  await worker.page.getByText('1 queued').waitFor()
  await faultUntil(worker.context, '**/api/commands', async (route) => {
    const { commands } = route.request().postDataJSON()
    const refused = { status: 'refused', error: 'It has too many characters.' }
    const results = commands.map(({ commandId }: { commandId: string }) => ({ commandId, ...refused }))
    await route.fulfill({ json: { results } })
  })
  const told = worker.page.waitForResponse((one) => one.url().endsWith(paths.unsent) && one.ok())
  await worker.context.setOffline(false)
  expect((await told).request().postDataJSON()).toMatchObject({ unsent: 1, refused: 1 })

  await lookForUnsentWork(server, 9)
  await lookForUnsentWork(server, 11)
  await office.page.getByRole('button', { name: 'Notifications 1 new' }).click()
  const panel = office.page.getByRole('dialog', { name: 'Notifications' })
  await panel.getByRole('link', { name: 'tom.okafor’s phone has a refused change' }).click()
  await office.page.waitForURL('**/team')
  const row = office.page.getByRole('row').filter({ hasText: 'tom.okafor' })
  await row.getByText(/^1 refused · last contact today, \d\d:\d\d$/).waitFor()
  expect(await faultsInBothColours(office.page)).toEqual([])
  await office.page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()

  // Once its person has decided, the office need not know any more.
  await goInside(worker.page, '/waiting')
  const changes = worker.page.getByRole('main').getByRole('listitem')
  await changes.getByRole('button', { name: 'Discard' }).tap()
  const retold = worker.page.waitForResponse((one) => one.url().endsWith(paths.unsent) && one.ok())
  await worker.page.getByRole('dialog').getByRole('button', { name: 'Discard' }).tap()
  await retold
  await office.page.reload()
  await row.waitFor()
  expect(await row.getByText('refused').count()).toBe(0)
  const settings = await screens.open(dana, '/profile?show=notifications', phone)
  await settings.page.getByRole('group', { name: 'A device has refused or unsent changes' }).first().waitFor()
  expect(office.faults).toEqual([])
  expect(worker.faults).toEqual([])
})
