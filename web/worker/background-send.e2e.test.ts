import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobAnswer } from '#core/wire/jobs/jobs.ts'
import { paths } from '#core/wire/paths.ts'
import { newProfile, type Profile } from '#test/browser/profile.ts'
import { type Screens, startScreens } from '#test/browser/screens.ts'
import { createJob } from '#test/server/commands.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let profile: Profile
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany()
  // Private windows have no Background Sync.
  profile = await newProfile()
})
afterAll(async () => {
  await profile?.close()
  await screens?.close()
})

test('changes made without a network are sent when it is back, although every page is closed', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { url } = screens.server
  const { context } = await profile.start()
  const data = { email: dana.user.email, password: dana.password }
  await context.request.post(url + paths.login, { data, headers: { origin: url } })
  await context.grantPermissions(['background-sync'], { origin: url })
  const page = await context.newPage()
  await page.goto(`${url}/sites`)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.goto(`${url}/job/${jobId}`)
  const comment = page.getByRole('textbox', { name: 'Add a comment' })
  await comment.waitFor()
  await context.setOffline(true)
  await comment.fill('Stopcock is under the sink')
  await page.getByRole('button', { name: 'Send comment' }).click()
  await page.getByText(/1 change queued/).waitFor()
  const isAsked = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.sync?.getTags())
  await expect.poll(isAsked).toEqual(['fettle-send'])
  await page.close()
  await context.setOffline(false)
  const comments = async () => {
    const answer = await screens.server.call(`/api/jobs/${jobId}`, { token: dana.token })
    const { job }: JobAnswer = await answer.json()
    return job.extraNotes.map((one) => one.note)
  }
  await expect.poll(comments, { timeout: 60_000 }).toEqual(['Stopcock is under the sink'])
  const again = await context.newPage()
  await again.goto(`${url}/waiting`)
  await again.getByText('Nothing waiting to send.').waitFor()
  expect(await comments()).toHaveLength(1)
})
