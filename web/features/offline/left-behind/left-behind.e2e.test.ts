import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobAnswer } from '#core/wire/jobs/jobs.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { faultUntil } from '#test/browser/requests/fault-until.ts'
import { accessibilityFaults, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { isStoredOnDevice } from '#test/browser/stored-on-device.ts'
import { createJob } from '#test/server/commands.ts'
import { eraseCompanyOf, withSuperuser } from '#test/server/erasures.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
})
afterAll(() => screens?.close())

/** A member has written a comment that cannot be sent. */
async function unsentComment(member: SignedInTest, owner = dana) {
  const { jobId } = await createJob(screens.server, owner)
  const { context, page } = await screens.open(member, `/job/${jobId}`, phone)
  await page.getByText('Mend the tap').first().waitFor()
  const mend = await faultUntil(context, '**/api/commands', (route) => route.abort())
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('Gate code 4471')
  await page.getByRole('button', { name: 'Send comment' }).tap()
  await page.getByText('1 queued', { exact: true }).waitFor()
  return { jobId, context, page, mend }
}

test('sign-in says whose unsent work waits, without its content, and sends it when they are back', async () => {
  const tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
  const { jobId, context, page, mend } = await unsentComment(tom)
  await context.clearCookies()
  await page.reload()
  await page.waitForURL('**/auths')
  const notice = page.getByRole('status').filter({ hasText: 'Unsent work of tom.okafor is waiting on this device.' })
  await notice.waitFor()
  expect(await page.getByText('Gate code').count()).toBe(0)
  expect(await faultsInBothColours(page)).toEqual([])
  mend()
  await page.getByLabel('Email').fill(tom.user.email)
  await page.getByLabel('Password', { exact: true }).fill(tom.password)
  await page.keyboard.press('Enter')
  await notice.waitFor({ state: 'detached' })
  await expect
    .poll(async () => {
      const answer = await screens.server.call(`/api/jobs/${jobId}`, { token: dana.token })
      const { job }: JobAnswer = await answer.json()
      return job.extraNotes.map(({ note, userId }) => [note, userId])
    })
    .toEqual([['Gate code 4471', tom.user.userId]])
  await context.close()
})

test('a removed person is told why, and can save what was not sent before it is deleted', async () => {
  const max = await addMember(screens.server, dana, 'team', 'max.brandt')
  const { context, page } = await unsentComment(max)
  const removed = await screens.server.call(pathTo(paths.user, { userId: max.user.userId }), {
    method: 'DELETE',
    token: dana.token,
  })
  expect(removed.ok).toBe(true)
  await page.waitForURL('**/auths')
  await page.getByText('The account of max.brandt was removed, so you were signed out.').waitFor()
  await page.getByText('1 change had not been sent from this device, and can’t be sent any more.').waitFor()
  await page.reload()
  const save = page.getByRole('button', { name: 'Save a copy' })
  await save.waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  const [download] = await Promise.all([page.waitForEvent('download'), save.tap()])
  expect(await readFile(await download.path(), 'utf8')).toContain('Comment: “Gate code 4471”')
  await page.getByRole('button', { name: 'Delete from this device' }).tap()
  await save.waitFor({ state: 'detached' })
  await expect.poll(() => isStoredOnDevice(page, 'Gate code 4471')).toBe(false)
  expect(await isStoredOnDevice(page, 'max.brandt')).toBe(false)
  await context.close()
})

/** Everything that this browser has stored of a company, by words that are in it. */
const storedOf = async (page: Page, words: readonly string[]) => {
  const found = await Promise.all(words.map((word) => isStoredOnDevice(page, word)))
  return words.filter((_, at) => found[at])
}

test('who closes their account is told so on each of their devices, which keep nothing of it', async () => {
  const noor = await addMember(screens.server, dana, 'team', 'noor.hassan')
  const { page, context } = await unsentComment(noor)
  const other = await screens.open(noor, '/profile', phone)
  await other.page.getByRole('button', { name: 'Close my account' }).tap()
  await other.page.getByRole('dialog').getByRole('button', { name: 'Close account' }).tap()
  const said = 'You closed the account of noor.hassan, so you were signed out.'
  for (const one of [other.page, page]) {
    await one.waitForURL('**/auths')
    await one.getByText(said).waitFor()
    expect(await one.getByText('was removed').count()).toBe(0)
  }
  await expect.poll(() => storedOf(other.page, ['noor.hassan', 'Mend the tap'])).toEqual([])
  await page.getByText('1 change had not been sent from this device, and can’t be sent any more.').waitFor()
  await page.getByRole('button', { name: 'Delete from this device' }).tap()
  await expect.poll(() => storedOf(page, ['noor.hassan', 'Mend the tap', 'Gate code'])).toEqual([])
  for (const one of [context, other.context]) await one.close()
})

test('devices of an erased company keep nothing of it, and say why; unsent work can be saved first', async () => {
  const owner = await screens.server.registerCompany({ businessName: 'Quillfeather', username: 'ada.quill' })
  const max = await addMember(screens.server, owner, 'team', 'max.quill')
  const { page, context } = await unsentComment(max, owner)
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('Half a sentence')
  const office = await screens.open(owner, '/sites', phone)
  await office.page.getByText('12 High Street').waitFor()
  const words = ['quill', 'Quillfeather', 'Mend the tap', 'Gate code', 'Half a sentence']
  await expect.poll(() => storedOf(page, words)).toEqual(words)
  await eraseCompanyOf(screens.server, owner, 'Quillfeather')
  for (const [one, name] of [
    [office.page, 'ada.quill'],
    [page, 'max.quill'],
  ] as const) {
    await one.waitForURL('**/auths')
    await one.getByText(`Your company was closed and is now erased, so ${name} was signed out.`).waitFor()
  }
  await expect.poll(() => storedOf(office.page, words)).toEqual([])
  // What was not sent waits for an answer, and nothing else does.
  await page.getByText('Everything else of it on this device has been deleted.').waitFor()
  expect(await storedOf(page, words)).toEqual(['quill', 'Gate code'])
  expect(await accessibilityFaults(page)).toEqual([])
  const save = page.getByRole('button', { name: 'Save a copy' })
  const [download] = await Promise.all([page.waitForEvent('download'), save.tap()])
  expect(await readFile(await download.path(), 'utf8')).toContain('Comment: “Gate code 4471”')
  await page.getByRole('button', { name: 'Delete from this device' }).tap()
  await expect.poll(() => storedOf(page, words)).toEqual([])
  await page.reload()
  await page.getByLabel('Email').waitFor()
  expect(await page.getByText('is now erased').count()).toBe(0)
  for (const one of [context, office.context]) await one.close()
})

test('devices that were not used for 14 days before the erasure hear of it when they come back, and keep nothing either', async () => {
  const owner = await screens.server.registerCompany({ businessName: 'Quillfeather', username: 'ada.quill' })
  const max = await addMember(screens.server, owner, 'team', 'max.quill')
  const { page, context } = await unsentComment(max, owner)
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('Half a sentence')
  const office = await screens.open(owner, '/sites', phone)
  await office.page.getByText('12 High Street').waitFor()
  const words = ['quill', 'Quillfeather', 'Mend the tap', 'Gate code', 'Half a sentence']
  await expect.poll(() => storedOf(page, words)).toEqual(words)
  for (const one of [page, office.page]) await one.goto('about:blank')
  await eraseCompanyOf(screens.server, owner, 'Quillfeather')
  // The browser drops the cookie after 14 days, and the server what it knew of the session a week later.
  await withSuperuser(screens.server.database.url, (client) =>
    client.query(
      `with forgotten as (select session_id from session where company_id = $1),
        tokens as (delete from refresh_token where session_id in (select session_id from forgotten))
       delete from session where session_id in (select session_id from forgotten)`,
      [owner.user.companyId],
    ),
  )
  // The device is slow: at first the sign-in page cannot open what is stored.
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open
    let isSlow = true
    IDBFactory.prototype.open = function (this: IDBFactory, name, version) {
      if (!isSlow || name !== 'fettle-commands' || location.pathname !== '/auths') return open.call(this, name, version)
      isSlow = false
      throw new DOMException('The database has not opened in time.', 'TimeoutError')
    }
  })
  for (const [one, name] of [
    [office, 'ada.quill'],
    [{ page, context }, 'max.quill'],
  ] as const) {
    await one.context.clearCookies()
    await one.page.goto(`${screens.server.url}/sites`)
    await one.page.waitForURL('**/auths')
    await one.page.getByText(`Your company was closed and is now erased, so ${name} was signed out.`).waitFor()
  }
  await expect.poll(() => storedOf(office.page, words)).toEqual([])
  await page.getByText('Everything else of it on this device has been deleted.').waitFor()
  expect(await page.getByText('is sent when').count()).toBe(0)
  await expect.poll(() => storedOf(page, words)).toEqual(['quill', 'Gate code'])
  await page.getByRole('button', { name: 'Delete from this device' }).tap()
  await expect.poll(() => storedOf(page, words)).toEqual([])
  for (const one of [context, office.context]) await one.close()
})

test('without a network nobody counts as gone, and what a signed-out person half typed stays', async () => {
  const max = await addMember(screens.server, dana, 'team', 'max.moss')
  const { jobId } = await createJob(screens.server, dana)
  const { context, page } = await screens.open(max, `/job/${jobId}`, phone)
  await page.getByText('Mend the tap').first().waitFor()
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('Half a sentence')
  await expect.poll(() => isStoredOnDevice(page, 'Half a sentence')).toBe(true)
  const mend = await faultUntil(context, `**${paths.gone}`, (route) => route.abort())
  await context.clearCookies()
  const asked = page.waitForEvent('requestfailed', (one) => one.url().endsWith(paths.gone))
  await page.reload()
  await page.waitForURL('**/auths')
  await asked
  mend()
  const answered = page.waitForResponse((one) => one.url().endsWith(paths.gone))
  await page.reload()
  expect(await (await answered).json()).toEqual({ gone: [] })
  expect(await storedOf(page, ['max.moss', 'Half a sentence'])).toEqual(['max.moss', 'Half a sentence'])
  await context.close()
})
