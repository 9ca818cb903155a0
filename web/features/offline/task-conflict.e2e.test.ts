import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TaskStatus } from '#core/job/values.ts'
import { goInside } from '#test/browser/go-inside.ts'
import { accessibilityFaults, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob, jobNow } from '#test/server/commands.ts'
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

/** Tom completes the task offline, while Dana sets it to estimate. He sees the question and reloads. */
async function conflicting() {
  const { jobId, taskId } = await createJob(screens.server, dana)
  const { context, page, faults } = await screens.open(tom, `/job/${jobId}`, phone)
  const tick = page.getByRole('button', { name: /Mend the tap.*change to/ })
  await tick.waitFor()
  await context.setOffline(true)
  await tick.tap()
  await page.getByText('1 queued', { exact: true }).waitFor()
  const cycle = (from: TaskStatus) => accepted(screens.server, dana, 'CycleTask', { jobId, taskId, from })
  await cycle('not completed')
  await cycle('completed')
  await context.setOffline(false)
  const card = page.getByRole('region', { name: 'While you were offline' })
  const choice = card.getByRole('group', { name: 'You both changed “Mend the tap”' })
  await choice.waitFor()
  await page.getByRole('button', { name: /Mend the tap.*to estimate.*change to/is }).waitFor()
  await page.reload()
  await choice.waitFor()
  const onServer = () => jobNow(screens.server, dana, jobId)
  return { context, page, faults, card, choice, jobId, onServer }
}

test('a tick that met another one is asked about until answered; Keep mine sets it over the newer one', async () => {
  const { context, page, faults, onServer } = await conflicting()
  expect((await onServer()).jobDescriptions[0]?.status).toBe('to estimate')
  await page.goto('/todo')
  const words = /You set “Mend the tap” to Completed at .* dana.whitfield set it to To estimate at/i
  await page.getByRole('alert').filter({ hasText: words }).waitFor()
  await goInside(page, '/waiting')
  const stuck = page.getByRole('main').getByRole('listitem')
  await stuck.getByRole('button', { name: 'Take theirs' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await stuck.getByRole('radio', { name: /Completed You/ }).check()
  await stuck.getByRole('button', { name: 'Keep mine' }).tap()
  await page.getByText('Nothing waiting to send.').waitFor()
  await expect.poll(async () => (await onServer()).jobDescriptions[0]?.status).toBe('completed')
  expect(faults).toEqual([])
  await context.close()
})

test('Take theirs drops the tick and says on the job what was done', async () => {
  const { context, card, choice, onServer } = await conflicting()
  expect(await choice.getByRole('radio', { name: /To estimate dana.whitfield, .* · stands now/i }).isChecked()).toBe(
    true,
  )
  await card.getByRole('button', { name: 'Done' }).tap()
  await card.waitFor({ state: 'detached' })
  const noted = async () => (await onServer()).extraNotes.map((one) => one.note)
  await expect.poll(noted).toEqual([expect.stringMatching(/I set “Mend the tap” to Completed/i)])
  expect((await onServer()).jobDescriptions[0]?.status).toBe('to estimate')
  await context.close()
})
