import { readFile } from 'node:fs/promises'
import pg from 'pg'
import type { Locator, Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goInside } from '#test/browser/go-inside.ts'
import { accessibilityFaults, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { readPdf } from '#test/server/packs/read-pdf.ts'
import { addMember } from '#test/server/people.ts'
import { sealedJob } from '#test/server/sealed-files.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let tom: SignedInTest
let jobId: string
beforeAll(async () => {
  screens = await startScreens()
  const { server } = screens
  dana = await server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  tom = await addMember(server, dana, 'team', 'tom.okafor')
  const tasks = [{ taskId: uuid(), description: 'Replace kitchen mixer tap', price: 8_500 }]
  jobId = (await createJob(server, dana, { apartmentName: '14 Marlowe Court', workOrder: 'WO-CANARY', tasks })).jobId
  await accepted(server, tom, 'ChangeWarning', { jobId, warning: 'no access' })
  await accepted(server, dana, 'AddNote', { jobId, noteId: uuid(), note: 'Keys are with the concierge' })
})
afterAll(() => screens?.close())

/** Presses a button that downloads; the file's name and bytes. */
async function downloaded(page: Page, button: Locator) {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

/** Gives files to the open page that checks them. */
function giving(page: Page) {
  const give = (name: string, buffer: Buffer) =>
    page.getByLabel(/^Choose (the evidence pack|another file)/).setInputFiles({ name, mimeType: '', buffer })
  return { give, choose: (content: string) => give('evidence-00001.json', Buffer.from(content)) }
}

async function faultsInBoth(page: Page) {
  const light = await accessibilityFaults(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await accessibilityFaults(page)
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark]
}

test('the office sees that the history is verified and creates an evidence pack, which its recipient can check', async () => {
  const { context, page, faults } = await screens.open(dana, `/job/${jobId}`)
  const history = page.getByRole('complementary')
  await history.getByRole('button', { name: 'Verified' }).click()
  const proof = page.getByRole('dialog', { name: 'Verified' })
  await proof.getByText('5 events of this job').waitFor()
  expect(await faultsInBoth(page)).toEqual([])
  await proof.getByRole('button', { name: 'Close' }).last().click()

  await history.getByRole('button', { name: 'Evidence pack' }).click()
  const dialog = page.getByRole('dialog', { name: 'Evidence pack' })
  // Enter makes it as it is.
  const create = dialog.getByRole('button', { name: 'Create PDF' })
  await expect.poll(() => create.evaluate((button) => button === document.activeElement)).toBe(true)
  // What was written for colleagues is passed on only if the office says so.
  await dialog
    .getByText('3 events. 2 events are left out of this copy: prices and invoices (1), office comments (1).')
    .waitFor()
  await dialog.getByLabel('Office comments').check()
  await dialog.getByText('4 events. 1 event is left out of this copy: prices and invoices (1).').waitFor()
  await dialog.getByLabel('Office comments').uncheck()
  await dialog.getByLabel('First day', { exact: true }).fill('21 Nov 2026')
  await dialog.getByLabel('Last day', { exact: true }).fill('20/11/2026')
  await dialog.getByText('The last day must not be before the first.').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Create PDF' }).isDisabled()).toBe(true)
  expect(await faultsInBoth(page)).toEqual([])
  await dialog.getByLabel('First day', { exact: true }).fill('')
  await dialog.getByLabel('Last day', { exact: true }).fill('')
  // The calendar closes.
  await dialog.getByLabel('Office records').focus()
  const pack = await downloaded(page, dialog.getByRole('button', { name: 'Create PDF' }))
  expect(pack.name).toBe('evidence-00001.pdf')
  const { text, files } = await readPdf(pack.bytes)
  expect(text).toContain('WO-CANARY')
  for (const left of ['\u00a385.00', 'Keys are with the concierge']) expect(text).not.toContain(left)
  await dialog.getByLabel('Office records').uncheck()
  const sealed = await downloaded(page, dialog.getByRole('button', { name: 'Verification file only' }))
  expect(sealed.bytes.toString()).not.toContain('WO-CANARY')
  await context.close()

  // A stranger, who has nothing but the files.
  const whole = files['evidence-00001.json'] ?? ''
  const stranger = await screens.open(tom, '/verify')
  await stranger.context.clearCookies()
  const { give, choose } = giving(stranger.page)
  await stranger.page.getByLabel('Choose the evidence pack').waitFor()
  expect(await faultsInBoth(stranger.page)).toEqual([])
  await give(pack.name, pack.bytes)
  await stranger.page.getByRole('heading', { name: 'Intact', exact: true }).waitFor()
  await stranger.page.getByText('evidence-00001.pdf').waitFor()
  await stranger.page.getByText('The file attached to it was checked, not its printed pages.').waitFor()
  await stranger.page.getByText('3 in full, 2 left out of this copy').waitFor()
  const signed = stranger.page.getByText('Valid; signed by this Fettle')
  expect(await signed.isVisible()).toBe(false)
  await stranger.page.getByText('Technical details').click()
  await signed.waitFor()
  expect(await faultsInBoth(stranger.page)).toEqual([])
  await choose(whole)
  await stranger.page.getByText('evidence-00001.json', { exact: true }).waitFor()
  expect(await stranger.page.getByText('The file attached to it was checked').count()).toBe(0)
  expect(await faultsInBoth(stranger.page)).toEqual([])
  await choose(whole.replace('14 Marlowe Court', '15 Marlowe Court').replace('"no access"', '"reschedule"'))
  await stranger.page.getByRole('heading', { name: 'Not intact' }).waitFor()
  await stranger.page.getByText('Event 4 has been changed since it was sealed.').waitFor()
  expect(await faultsInBoth(stranger.page)).toEqual([])
  await choose(JSON.stringify(sealedJob(() => true)))
  await stranger.page.getByRole('heading', { name: 'Intact, but not sealed by this Fettle' }).waitFor()
  expect(await faultsInBoth(stranger.page)).toEqual([])
  await stranger.page.getByText('Valid, but the key does not belong to this Fettle.').waitFor()
  await give('scan.pdf', Buffer.from('%PDF-1.7'))
  await stranger.page.getByText('No verification file is attached to this PDF.').waitFor()
  await stranger.page.getByText('scan.pdf', { exact: true }).waitFor()
  await give('half.pdf', pack.bytes.subarray(0, 1_500))
  await stranger.page.getByText('This PDF is damaged or incomplete.').waitFor()
  expect(await faultsInBoth(stranger.page)).toEqual([])
  const made = [
    whole.replace(/"site":\s*"[^"]*"/, '"site":{"toString":1}'),
    whole.replace(/"version":\s*1,/, '"version":1e999,'),
    '[]',
  ]
  for (const file of made) {
    expect(file).not.toBe(whole)
    await choose(whole)
    await stranger.page.getByRole('heading', { name: 'Intact', exact: true }).waitFor()
    await choose(file)
    await stranger.page.getByText('This is neither the PDF of an evidence pack nor').waitFor()
  }
  expect([...faults, ...stranger.faults]).toEqual([])
  await stranger.context.close()
})

test('on a phone the team makes its own copy, which has no office fact', async () => {
  const { context, page, faults } = await screens.open(tom, `/job/${jobId}?tab=history`, phone)
  await page.getByRole('button', { name: 'Verified' }).tap()
  const proof = page.getByRole('dialog', { name: 'Verified' })
  await proof.getByText('3 events of this job').waitFor()
  expect(await faultsInBoth(page)).toEqual([])
  await proof.getByRole('button', { name: 'Close' }).last().tap()
  await page.getByRole('button', { name: 'Evidence pack' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Evidence pack' })
  await dialog.getByText('2 events. 1 event is left out of this copy: office comments (1).').waitFor()
  expect(await dialog.getByRole('switch').count()).toBe(1)
  expect(await faultsInBoth(page)).toEqual([])
  const { bytes } = await downloaded(page, dialog.getByRole('button', { name: 'Create PDF' }))
  const { text, files } = await readPdf(bytes)
  for (const canary of ['WO-CANARY', '85.00', '"price"', '"workOrder"'])
    expect(text + (files['evidence-00001.json'] ?? '')).not.toContain(canary)
  expect(faults).toEqual([])
  await context.close()
})

test('offline nothing is claimed, and for a broken history the first altered event is named', async () => {
  const { server } = screens
  const owner = await server.registerCompany()
  const { jobId: broken } = await createJob(server, owner)
  const { context, page } = await screens.open(owner, '/sites')
  await page
    .getByRole('link', { name: /12 High Street/ })
    .first()
    .waitFor()
  const superuser = new pg.Client({ connectionString: server.database.url })
  await superuser.connect()
  await superuser.query("set session_replication_role = 'replica'")
  await superuser.query(
    `update event set data = jsonb_set(data, '{apartmentName}', '"Elsewhere"') where stream_id = $1 and version = 1`,
    [broken],
  )
  await superuser.end()
  await goInside(page, `/job/${broken}`)
  await page.getByRole('button', { name: 'Not verified' }).click()
  const dialog = page.getByRole('dialog', { name: 'Not verified' })
  await dialog.getByText('event 1 of this job: “created the job”').waitFor()
  expect(await faultsInBoth(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Evidence pack' }).click()
  await page.getByRole('button', { name: 'Create PDF' }).click()
  await page.getByText('The evidence pack could not be created: The history was altered outside Fettle').waitFor()
  await context.close()

  const away = await screens.open(dana, `/job/${jobId}`)
  await away.page.route(/\/proof$/, (route) => route.abort())
  await away.page.reload()
  await away.page.getByRole('button', { name: 'Not checked' }).click()
  await away.page.getByText('The history could not be checked').waitFor()
  await away.context.close()
})
