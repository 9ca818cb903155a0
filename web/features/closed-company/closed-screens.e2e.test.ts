import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { goInside } from '#test/browser/go-inside.ts'
import { accessibilityFaults, desktop, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens?.close())

const name = 'Ash & Alder'
const closeCompany = async ({ token }: SignedInTest) =>
  expect((await screens.server.call(paths.companyClosing, { token, body: { name } })).status).toBe(200)

/** The names of everything on the page that begins a change. */
const changesOffered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const changing =
      /^(\+ )?(New|Add|Edit|Delete|Change|Choose photos|Upload|Schedule|Warning$|Send|Take|Make a link|Set ready|Ready|Status of|Correct|Photos needed|Arrived|Hours|People|Buy|Start|Investigated|Made safe|Your homes)|, change /
    const controls = document.querySelectorAll<HTMLElement>(
      '#page :is(button, input, select, textarea):enabled:not([type=hidden], [readonly], [hidden])',
    )
    // The heads of a table sort it.
    const begins = (control: HTMLElement) => control.closest('thead') === null && changing.test(nameOf(control))
    const nameOf = (control: HTMLElement) => {
      const labels = 'labels' in control && control.labels instanceof NodeList ? [...control.labels] : []
      return (
        control.ariaLabel ??
        (labels.map((label) => label.textContent).join(' ') || control.textContent || '')
      ).trim()
    }
    return [...controls].filter(begins).map(nameOf)
  })

/** A company with something to change on every screen. */
async function companyWithWork() {
  const { server } = screens
  const owner = await server.registerCompany({ businessName: name, username: 'grace.adeyemi' })
  const worker = await addMember(server, owner, 'team', 'sam.price')
  const { jobId } = await createJob(server, owner, { apartmentName: 'Quay House' })
  const { seq } = await accepted(server, owner, 'AddNote', { jobId, noteId: uuid(), note: 'Keys with concierge' })
  const hazard = { hazard: 'electrical', severity: 'emergency', law: 'england-social' }
  const report = { awareAt: new Date().toISOString(), reportedBy: '', reportedHow: 'phone', words: '' }
  await accepted(server, owner, 'RecordHazard', { jobId, dutyId: uuid(), ...hazard, ...report })
  await accepted(server, worker, 'AddTodo', { userId: worker.user.userId, todoId: uuid(), text: 'Order bolts' })
  const part = { name: 'Basin tap', purchaseDate: '2026-11-20', expectedDelivery: '2026-11-25', jobId: '00001' }
  await accepted(server, owner, 'AddPart', { partId: uuid(), ...part })
  return { owner, worker, jobId, seq }
}

test('a closed company offers no change on any screen, until it is reopened', { timeout: 300_000 }, async () => {
  const { owner, worker, jobId, seq } = await companyWithWork()
  const desk = await screens.open(owner, '/sites', desktop)
  const hand = await screens.open(worker, '/todo', phone)
  const places: [Page, string, string][] = [
    [desk.page, '/sites', 'Quay House'],
    [desk.page, `/job/${jobId}`, 'Keys with concierge'],
    [desk.page, `/history?event=${seq}`, 'Erase...'],
    [desk.page, '/parts', 'Basin tap'],
    [desk.page, '/team', 'sam.price'],
    [desk.page, '/profile', 'Photos needed before a job is done'],
    [hand.page, `/job/${jobId}`, 'Mend the tap'],
    [hand.page, '/todo', 'Order bolts'],
    [hand.page, '/parts', 'Basin tap'],
  ]
  const strip = (page: Page) => page.getByText(/^Your company was closed on/)
  const offered = async (isClosed = false) => {
    const found: Record<string, string[]> = {}
    for (const [page, path, shown] of places) {
      await goInside(page, path)
      await page.getByText(shown).first().waitFor()
      // What the page is read with says that the company was closed.
      if (isClosed) await strip(page).waitFor()
      found[`${page === desk.page ? 'desk' : 'hand'} ${path}`] = await changesOffered(page)
    }
    return found
  }
  // Parts of a screen are loaded after it.
  await expect.poll(async () => Object.values(await offered()).every((changes) => changes.length > 0)).toBe(true)
  await closeCompany(owner)
  for (const { page } of [desk, hand]) await strip(page).waitFor()
  // To remove people and to change how one signs in oneself is nobody's loss.
  const allowed = /^Delete sam\.price$|Password|Email|passkey/
  for (const [path, changes] of Object.entries(await offered(true)))
    expect([path, changes.filter((one) => !allowed.test(one))]).toEqual([path, []])
  for (const [page, path] of [
    [desk.page, `/job/${jobId}`],
    [hand.page, `/job/${jobId}`],
  ] as const) {
    await page.goto(path)
    await page.getByText('Mend the tap').first().waitFor()
    await strip(page).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  }
  await desk.page.goto('/import')
  await desk.page.waitForURL('**/sites')
  await desk.page.keyboard.press('n')
  expect(await desk.page.getByRole('dialog').count()).toBe(0)
  await desk.page.getByRole('button', { name: 'Reopen' }).click()
  await desk.page.getByRole('button', { name: 'New Job' }).waitFor()
  await hand.page.getByRole('button', { name: 'Send comment' }).waitFor()
  for (const { context, faults } of [desk, hand]) {
    expect(faults).toEqual([])
    await context.close()
  }
})

test('what a device changed before it learned that its company was closed is refused with the reason', async () => {
  const { owner, worker, jobId } = await companyWithWork()
  const { context, page } = await screens.open(worker, `/job/${jobId}`, phone)
  await page.getByText('Mend the tap').first().waitFor()
  await context.setOffline(true)
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('Gate code 4471')
  await page.getByRole('button', { name: 'Send comment' }).tap()
  await page.getByText('1 queued', { exact: true }).waitFor()
  await closeCompany(owner)
  await context.setOffline(false)
  const reason = page.getByText('Your company was closed, so it can be read but not changed.').first()
  await reason.waitFor()
  await page.getByText(/^Your company was closed on/).waitFor()
  expect(await page.getByRole('button', { name: 'Send comment' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Discard' }).first().tap()
  await reason.waitFor({ state: 'detached' })
  await context.close()
})
