import { afterAll, beforeAll, expect, test } from 'vitest'
import { phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { isStoredOnDevice } from '#test/browser/stored-on-device.ts'
import { createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany()
})
afterAll(() => screens?.close())

test('a half-typed comment survives another screen, a reload and a closed tab, and goes when it is sent or at logout', async () => {
  const tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
  const [one, other] = [await createJob(screens.server, dana), await createJob(screens.server, dana)]
  const { context, page } = await screens.open(tom, `/job/${one.jobId}`, phone)
  const comment = page.getByRole('textbox', { name: 'Add a comment' })
  await comment.fill('Gate code 44')
  await page.getByRole('link', { name: 'Back to jobs' }).tap()
  await page.goto(`/job/${other.jobId}`)
  await comment.waitFor()
  expect(await comment.inputValue()).toBe('')
  await comment.fill('Ask the concierge')
  await page.reload()
  await expect.poll(() => comment.inputValue()).toBe('Ask the concierge')
  await page.close()
  const again = await context.newPage()
  await again.goto(`/job/${one.jobId}`)
  const kept = again.getByRole('textbox', { name: 'Add a comment' })
  await expect.poll(() => kept.inputValue()).toBe('Gate code 44')
  await kept.press('End')
  await kept.pressSequentially('71')
  await again.getByRole('button', { name: 'Send comment' }).tap()
  await expect.poll(() => kept.inputValue()).toBe('')
  await again.getByRole('tab', { name: /Comments/ }).tap()
  await again.getByText('Gate code 4471').waitFor()
  expect(await isStoredOnDevice(again, 'Ask the concierge')).toBe(true)
  await again.getByRole('link', { name: 'Back to jobs' }).tap()
  await again.getByRole('button', { name: 'More' }).tap()
  await again.getByRole('button', { name: 'Logout' }).tap()
  await again.waitForURL('**/login')
  await expect.poll(() => isStoredOnDevice(again, 'Ask the concierge')).toBe(false)
  await context.close()
})
