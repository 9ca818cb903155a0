import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobAnswer } from '#core/wire/jobs/jobs.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { newProfile, type Profile } from '#test/browser/profile.ts'
import { phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let tom: SignedInTest
let profile: Profile
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
  profile = await newProfile()
})
afterAll(async () => {
  await profile?.close()
  await screens?.close()
})

/** Starts the browser on its profile, as Tom on a page; commands stay on the device until `let`. */
async function asTom(path: string) {
  const { url } = screens.server
  const browser = await profile.start()
  const { context } = browser
  const data = { email: tom.user.email, password: tom.password }
  const signedIn = await context.request.post(url + paths.login, { data, headers: { origin: url } })
  expect(signedIn.ok()).toBe(true)
  await context.route('**/api/commands', (route) => route.abort())
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(url + path)
  return { ...browser, page }
}

const kills = 6

test('a browser killed right after a change is on the device loses none, and each arrives once', async () => {
  // A task for each round: two unsent ticks on one task would be sent as one.
  const tasks = Array.from({ length: kills }, (_, round) => ({ taskId: uuid(), description: `Mend tap ${round}` }))
  const { jobId } = await createJob(screens.server, dana, { tasks })
  const notes: string[] = []
  let made = 0
  for (let round = 0; round < kills; round += 1) {
    const { page, kill } = await asTom(`/job/${jobId}`)
    const isQueued = () => page.getByText(`${made} queued`, { exact: true }).waitFor()
    const field = page.getByRole('textbox', { name: 'Add a comment' })
    await field.waitFor()
    if (made > 0) await isQueued()
    notes.push(`Round ${round}`)
    await field.fill(`Round ${round}`)
    await page.getByRole('button', { name: 'Send comment' }).click()
    await page.getByRole('button', { name: new RegExp(`Mend tap ${round}.*change to`) }).click()
    made += 2
    // Only what the device has kept is counted.
    await isQueued()
    await kill()
  }
  const { context, page } = await asTom('/waiting')
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(made)
  await context.unroute('**/api/commands')
  await page.reload()
  await page.getByText('Nothing waiting to send.').waitFor()
  const jobNow = async () => {
    const answer = await screens.server.call(pathTo(paths.job, { jobId }), { token: dana.token })
    const { job }: JobAnswer = await answer.json()
    return job
  }
  // What has been sent is projected a moment later.
  await expect
    .poll(async () => (await jobNow()).jobDescriptions.map(({ status }) => status))
    .toEqual(tasks.map(() => 'completed'))
  expect((await jobNow()).extraNotes.map(({ note }) => note).toSorted()).toEqual(notes.toSorted())
})

test('a page that is left in the moment of a change has kept it', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page } = await screens.open(tom, `/job/${jobId}`, phone)
  await context.route('**/api/commands', (route) => route.abort())
  for (let round = 1; round <= 6; round += 1) {
    const field = page.getByRole('textbox', { name: 'Add a comment' })
    await field.fill(`Comment ${round}`)
    await page.getByRole('button', { name: 'Send comment' }).evaluate((button) => {
      button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
      location.replace('about:blank')
    })
    await page.waitForURL('about:blank')
    await page.goto(`/job/${jobId}`)
    await page.getByText(`Comments ${round}`).waitFor()
  }
  await context.close()
})
