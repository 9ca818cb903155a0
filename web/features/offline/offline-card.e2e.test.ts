import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobAnswer } from '#core/wire/jobs/jobs.ts'
import { accessibilityFaults, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
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

test("after offline work both sides' changes are shown, and the other value of a shared field can be taken", async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page, faults } = await screens.open(tom, `/job/${jobId}`, phone)
  const hours = page.getByRole('combobox', { name: 'Hours' })
  await hours.waitFor()
  await context.setOffline(true)
  await hours.tap()
  await page.getByRole('option', { name: '3', exact: true }).tap()
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('Gate code 4471')
  await page.getByRole('button', { name: 'Send comment' }).tap()
  await page.getByText('2 queued').waitFor()
  await accepted(screens.server, dana, 'SetNextVisit', { jobId, nextVisitHours: 2, nextVisitPeople: 1 })
  await accepted(screens.server, dana, 'AddNote', { jobId, noteId: uuid(), note: 'Ask the concierge' })
  await context.setOffline(false)
  const card = page.getByRole('region', { name: 'While you were offline' })
  await card.getByText('You and dana.whitfield both changed this job').waitFor({ timeout: 15_000 })
  await card.getByText('Gate code 4471').waitFor()
  await card.getByText('Ask the concierge').waitFor()
  await page.reload()
  await card.getByText('Ask the concierge').waitFor()
  const theirs = card
    .getByRole('group', { name: 'You both set the next visit' })
    .getByRole('radio', { name: '2 hours' })
  expect(await theirs.isChecked()).toBe(false)
  expect(await accessibilityFaults(page)).toEqual([])
  await theirs.check()
  await card.getByRole('button', { name: 'Done' }).tap()
  await card.waitFor({ state: 'detached' })
  await page.reload()
  await hours.waitFor()
  expect(await card.count()).toBe(0)
  await expect
    .poll(async () => {
      const answer = await screens.server.call(`/api/jobs/${jobId}`, { token: dana.token })
      const { job }: JobAnswer = await answer.json()
      return [job.nextVisitHours, job.extraNotes.length]
    })
    .toEqual([2, 2])
  expect(faults).toEqual([])
  await context.close()
})
