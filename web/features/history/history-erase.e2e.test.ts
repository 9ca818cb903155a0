import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityFaults, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { foundIn, untilErased } from '#test/server/erasures.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let priya: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  priya = await addMember(screens.server, dana, 'admin', 'priya.nair')
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
})
afterAll(() => screens?.close())

test('the owner erases a comment and its copies, and only the office sees a record of it', async () => {
  const { server } = screens
  const { jobId, taskId } = await createJob(server, dana, { apartmentName: '14 Marlowe Court' })
  await accepted(server, tom, 'AddNote', { jobId, noteId: uuid(), note: 'Eudora Finch has a newborn' })
  await accepted(server, dana, 'DescribeTask', { jobId, taskId, description: 'Tap. Eudora Finch has a newborn!' })
  const team = await screens.open(tom, `/job/${jobId}`)
  await team.page.getByRole('main').getByText('Eudora Finch has a newborn').first().waitFor()
  const { context, page, faults } = await screens.open(dana, `/job/${jobId}`)
  const history = page.getByRole('complementary')
  const entry = history.getByRole('listitem').filter({ hasText: 'added a comment' }).first()
  await entry.getByRole('button', { expanded: false }).click()
  await entry.getByRole('button', { name: 'Erase...' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase permanently' })
  await dialog.getByLabel('Comment: Eudora Finch has a newborn').waitFor()
  const also = dialog.getByLabel('Description: Tap. Eudora Finch has a newborn!')
  expect(await also.isChecked()).toBe(false)
  await also.check()
  const button = dialog.getByRole('button', { name: 'Erase permanently' })
  expect(await button.isDisabled()).toBe(true)
  await dialog.getByLabel('Reason').fill('The tenant asked for it')
  await dialog.getByLabel('Type ERASE to confirm').fill('erase')
  await expect.poll(() => button.isEnabled()).toBe(true)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await accessibilityFaults(page)).toEqual([])
  await button.click()
  await dialog.waitFor({ state: 'detached' })
  await entry.getByText(/^Erased on .* by dana\.whitfield because: The tenant asked for it$/).waitFor()
  await untilErased(server)
  // Every device that shows the job reads it anew by itself.
  for (const screen of [page, team.page]) {
    await expect.poll(() => screen.getByText('Eudora').count()).toBe(0)
    await screen.getByRole('main').getByText('[erased]').first().waitFor()
  }
  expect(await team.page.getByText('The tenant asked for it').count()).toBe(0)
  expect(await foundIn(server, ['Eudora Finch'])).toEqual([])
  const admin = await screens.open(priya, `/job/${jobId}`)
  const shown = admin.page
    .getByRole('complementary')
    .getByRole('listitem')
    .filter({ hasText: 'added a comment' })
    .first()
  await shown.getByText('because: The tenant asked for it').waitFor()
  await shown.getByRole('button', { expanded: false }).click()
  await shown.getByRole('button', { name: 'Correct the time' }).waitFor()
  expect(await shown.getByRole('button', { name: 'Erase...' }).count()).toBe(0)
  expect([...faults, ...team.faults, ...admin.faults]).toEqual([])
  await Promise.all([context.close(), team.context.close(), admin.context.close()])
})

test('on a phone the owner erases a photo, and a notice replaces it', async () => {
  const { server } = screens
  const { jobId } = await createJob(server, dana, { apartmentName: '3 Elm Row' })
  const fields = { descriptions: '["The tenant at the door"]' }
  await upload(server, tom, jobId, { files: [{ bytes: await smallPhoto('#27c') }], fields })
  const { context, page, faults } = await screens.open(dana, `/job/${jobId}`, phone)
  await page.getByRole('tab', { name: 'History' }).click()
  const entry = page.getByRole('listitem').filter({ hasText: 'added an image' }).first()
  await entry.getByRole('button', { expanded: false }).click()
  await entry.getByRole('button', { name: 'Erase...' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase permanently' })
  await dialog.getByLabel('Photo: the photo itself').waitFor()
  await dialog.getByLabel('Reason').fill('Shows a child')
  await dialog.getByLabel('Type ERASE to confirm').fill('ERASE')
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Erase permanently' }).click()
  await entry.getByText('because: Shows a child').waitFor()
  await untilErased(server)
  await expect.poll(() => page.getByText('The tenant at the door').count()).toBe(0)
  expect(await foundIn(server, ['The tenant at the door'])).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

test('the owner erases the name and email of a former member on the team page', async () => {
  const { server } = screens
  const gone = await addMember(server, dana, 'team', 'ulysses.grant')
  await accepted(server, dana, 'RemoveMember', { userId: gone.user.userId })
  const { context, page, faults } = await screens.open(dana, '/team')
  await page.getByRole('button', { name: 'Erase name and email of ulysses.grant' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase ulysses.grant?' })
  await dialog.getByLabel('Reason').fill('He asked for it')
  await dialog.getByLabel('Type ERASE to confirm').fill('ERASE')
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Erase name and email' }).click()
  const former = page.getByRole('region', { name: 'Former members' })
  await former.getByText('Former member 1', { exact: true }).waitFor()
  await former.getByText('Name and email erased').waitFor()
  await untilErased(server)
  expect(await foundIn(server, ['ulysses'])).toEqual([])
  const admin = await screens.open(priya, '/team')
  await admin.page.getByRole('table', { name: 'Users' }).waitFor()
  expect(await admin.page.getByText('Former member').count()).toBe(0)
  expect([...faults, ...admin.faults]).toEqual([])
  await Promise.all([context.close(), admin.context.close()])
})
