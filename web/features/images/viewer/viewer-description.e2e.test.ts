import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob, jobNow } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
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

test('leaving the description of an image that somebody else has changed meanwhile keeps theirs, until it is replaced', async () => {
  const { jobId } = await createJob(screens.server, dana, { apartmentName: '14 Marlowe Court' })
  await upload(screens.server, dana, jobId, { files: [{ bytes: await smallPhoto('#135') }] })
  const [image] = (await jobNow(screens.server, dana, jobId)).images
  const described = async () => (await jobNow(screens.server, dana, jobId)).images[0]?.description
  const { context, page, faults } = await screens.open(dana, `/job/${jobId}`, desktop)
  await page.getByRole('button', { name: /^View/ }).first().click()
  const viewer = page.getByRole('dialog')
  const field = viewer.getByRole('textbox', { name: 'Description' })
  const edit = () => viewer.getByRole('button', { name: 'Change description', exact: true }).click()
  await edit()
  await field.fill('Pipework under sink')
  const theirs = { jobId, imageId: image?.imageId, description: 'Leak at the trap' }
  await accepted(screens.server, priya, 'DescribeImage', theirs)
  // The image is named after it.
  await viewer.getByRole('button', { name: 'Delete Leak at the trap' }).waitFor()
  await field.press('Enter')
  await viewer.getByText('It is now ‘Leak at the trap’.').waitFor()
  await viewer.getByText('1 of 1').click()
  expect(await field.inputValue()).toBe('Pipework under sink')
  // Escape gives up the text, and not the viewer.
  await viewer.getByRole('button', { name: 'Keep theirs: description' }).press('Escape')
  await field.waitFor({ state: 'detached' })
  expect(await described()).toBe('Leak at the trap')

  await edit()
  await field.fill('Pipework under sink')
  await accepted(screens.server, priya, 'DescribeImage', { ...theirs, description: 'Leak at the valve' })
  await viewer.getByRole('button', { name: 'Delete Leak at the valve' }).waitFor()
  await field.press('Enter')
  await viewer.getByRole('button', { name: 'Replace description' }).click()
  await expect.poll(described).toBe('Pipework under sink')
  expect(faults).toEqual([])
  await context.close()
})
