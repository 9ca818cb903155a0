import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { type Screens, startScreens } from '#test/browser/screens.ts'
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

/** A line to the sockets that can be cut and mended. */
async function socketLine(context: BrowserContext) {
  let isCut = false
  const cuts = new Set<() => void>()
  await context.routeWebSocket(/\/socket/, (socket) => {
    if (isCut) return void socket.close()
    socket.connectToServer()
    cuts.add(() => void socket.close())
  })
  return {
    cut() {
      isCut = true
      for (const cut of cuts) cut()
      cuts.clear()
    },
    mend() {
      isCut = false
    },
  }
}

test('changes missed during a disconnection appear after reconnecting, on the job and in the list', async () => {
  const { server } = screens
  const { jobId, taskId } = await createJob(server, dana, { apartmentName: '9 Sutler Street' })
  const { context, page } = await screens.open(dana, '/auths')
  const line = await socketLine(context)
  const list = await context.newPage()
  await Promise.all([page.goto(`/job/${jobId}`), list.goto('/sites')])
  await Promise.all([page.getByText('Live').waitFor(), list.getByText('Live').waitFor()])
  // Something pushed first, so that both know how far they are.
  await accepted(server, tom, 'ChangeWarning', { jobId, warning: 'reschedule' })
  const row = list.locator('tr', { hasText: '9 Sutler Street' })
  await row.getByText('Reschedule').waitFor()
  await page.getByText('Reschedule', { exact: true }).first().waitFor()

  line.cut()
  await Promise.all([page.getByText('Connecting').waitFor(), list.getByText('Connecting').waitFor()])
  const reads: string[] = []
  context.on('request', (request) => reads.push(new URL(request.url()).pathname))
  await accepted(server, tom, 'CycleTask', { jobId, taskId, from: 'not completed' })
  await accepted(server, tom, 'ChangeWarning', { jobId, warning: 'no access' })
  await createJob(server, dana, { apartmentName: '31 Tannery Wharf' })
  expect(await row.getByText('No access').count()).toBe(0)

  line.mend()
  await page.getByText('1 of 1 completed').waitFor({ timeout: 60_000 })
  await row.getByText('No access').waitFor({ timeout: 60_000 })
  await list.getByRole('rowheader', { name: '31 Tannery Wharf' }).waitFor()
  expect(reads.filter((path) => path === `/api/jobs/${jobId}`)).toEqual([])
  await context.close()
})

test('a removed member sees nothing more and is soon sent to the sign-in page', async () => {
  const maya = await addMember(screens.server, dana, 'team', 'maya.lind')
  const { jobId } = await createJob(screens.server, dana, { apartmentName: '2 Orchard Row' })
  const { context, page } = await screens.open(maya, `/job/${jobId}`)
  await page.getByText('Live').waitFor()
  const frames: string[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))))
  await accepted(screens.server, dana, 'RemoveMember', { userId: maya.user.userId })
  await page.getByText('Live').waitFor({ state: 'detached' })
  await accepted(screens.server, dana, 'AddNote', {
    jobId,
    noteId: crypto.randomUUID(),
    note: 'Only for those who stay',
  })
  await page.waitForURL('**/auths')
  expect(await page.getByText('Only for those who stay').count()).toBe(0)
  expect(frames.join('')).not.toContain('Only for those who stay')
  await context.close()
})

const hasRead = (path: string) =>
  performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname === path)

test('a change by somebody else reaches the list as a push: no page is read again', async () => {
  const { jobId, taskId } = await createJob(screens.server, dana, { apartmentName: '4 Weir Lane' })
  const { context, page } = await screens.open(dana, '/sites')
  const row = page.locator('tr', { hasText: '4 Weir Lane' })
  await row.waitFor()
  await page.getByText('Live').waitFor()
  // The coming visits are read for times without a network, up to three seconds after the connection is made.
  await expect.poll(() => page.evaluate(hasRead, paths.calendar)).toBe(true)
  await page.waitForLoadState('networkidle')
  const reads: string[] = []
  page.on('request', (request) => reads.push(new URL(request.url()).pathname))
  await accepted(screens.server, tom, 'CycleTask', { jobId, taskId, from: 'not completed' })
  await row.getByText('Completed', { exact: true }).waitFor()
  await accepted(screens.server, tom, 'ChangeWarning', { jobId, warning: 'reschedule' })
  await row.getByText('Reschedule').waitFor()
  await page.waitForLoadState('networkidle')
  // Only the lists' numbers of jobs are counted again, a few seconds later.
  expect(reads.filter((path) => path.startsWith('/api/') && path !== paths.viewCounts)).toEqual([])
  await context.close()
})
