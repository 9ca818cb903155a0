import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityFaults, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { type Process, processOf } from '#test/faults/processes.ts'
import { addLongHistory, spoilJobRow } from '#test/histories/long-history.ts'
import { createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let projector: Process
let dana: SignedInTest
const many = 20_000

beforeAll(async () => {
  screens = await startScreens({}, { projector: false })
  const { server } = screens
  dana = await server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  projector = processOf('test/faults/slow-projector.ts', { DATABASE_URL: server.database.url })
  await projector.start()
})
afterAll(async () => {
  await projector?.kill()
  await screens?.close()
})

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}\\b`) }) })
const share = async (page: Page) =>
  Number(await page.getByRole('progressbar', { name: 'Events replayed for job-rows' }).getAttribute('aria-valuenow'))

test('a replay is watched, paused, resumed and cancelled while everyone keeps reading', async () => {
  await addLongHistory(screens.server, dana, many)
  const { context, page, faults } = await screens.open(dana, '/projections')
  await rowOf(page, 'job-rows').getByText('Live').waitFor()
  // Events that were put there by hand are no chain, and the screen says so.
  await page.getByRole('region', { name: 'The ledger’s chain' }).getByText('Not verified').waitFor()
  await rowOf(page, 'job-rows').getByRole('button', { name: 'Replay job-rows' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Replay job-rows?' })
  await confirmation.getByText('while everyone keeps reading the current rows').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await confirmation.getByRole('button', { name: 'Replay', exact: true }).click()

  const run = page.getByRole('region', { name: 'Run of job-rows' })
  await run.getByText('Replaying job-rows').waitFor()
  await run.getByText('by dana.whitfield').waitFor()
  await expect.poll(() => share(page)).toBeGreaterThan(0)
  await rowOf(page, 'job-rows').getByText('Replaying').waitFor()
  await run.getByRole('button', { name: 'Pause' }).click()
  await run.getByText('Replay of job-rows, paused').waitFor()
  const paused = await share(page)
  expect(paused).toBeLessThan(100)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await accessibilityFaults(page)).toEqual([])
  await run.getByRole('button', { name: 'Resume' }).click()
  await run.getByText('Replaying job-rows').waitFor()
  await expect.poll(() => share(page)).toBeGreaterThan(paused)
  await run.getByRole('button', { name: 'Cancel replay' }).click()
  await page.getByRole('button', { name: 'Cancel the run' }).click()
  await run.waitFor({ state: 'detached' })
  await page.getByText('Cancelled; nothing was switched').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('a dry run names the row and the field that differ; promoted by name, it can be undone', async () => {
  const priya = await screens.server.registerCompany({ businessName: 'Northgate', username: 'priya.nair' })
  await createJob(screens.server, priya, { apartmentName: '14 Marlowe Court' })
  const site = async () => {
    const answer = await screens.server.call('/api/jobs', { token: priya.token })
    return (await answer.json()).jobs[0]?.apartmentName
  }
  await expect.poll(site).toBe('14 Marlowe Court')
  await spoilJobRow(screens.server, priya, 'WRONG')
  const { context, page, faults } = await screens.open(priya, '/projections')
  const { erasures } = screens.server.services.setbacks
  erasures.failed(priya.user.companyId, new Error('no room'))
  await page.getByRole('list', { name: 'Failing tasks' }).getByText('One try has failed').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  erasures.succeeded(priya.user.companyId)
  await page.getByText('An erasure could not be completed').waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'The ledger’s chain' }).getByText('Ledger verified').waitFor()
  await rowOf(page, 'job-rows').getByRole('button', { name: 'Dry run of job-rows' }).click()
  const found = page.getByRole('region', { name: 'Dry run of job-rows' })
  await found.getByRole('link', { name: '00001' }).waitFor()
  await found.getByText('WRONG').waitFor()
  await found.getByText('14 Marlowe Court').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await found.getByRole('button', { name: /^Promote version/ }).click()
  const confirmation = page.getByRole('dialog', { name: /^Promote version .* of job-rows\?$/ })
  await confirmation.getByLabel('Name of the projection').fill('calendar')
  await confirmation.getByRole('button', { name: /^Promote/ }).click()
  await confirmation.getByText('Type job-rows to continue.').waitFor()
  await confirmation.getByLabel('Name of the projection').fill('job-rows')
  await confirmation.getByRole('button', { name: /^Promote/ }).click()
  await page.getByText(/^Version \d+ promoted$/).waitFor()
  await expect.poll(site).toBe('14 Marlowe Court')
  await page.getByRole('button', { name: 'Undo the last switch of job-rows' }).click()
  const undo = page.getByRole('dialog', { name: 'Undo the last switch of job-rows?' })
  await undo.getByText('Nobody is interrupted').waitFor()
  await undo.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: previous rows restored').waitFor()
  await expect.poll(site).toBe('WRONG')
  expect(faults).toEqual([])
  await context.close()
})

test('on a phone each projection is a card; the team has no such page', async () => {
  const tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
  const { context, page, faults } = await screens.open(dana, '/projections', phone)
  const cards = page.getByRole('list', { name: 'Projections' }).getByRole('listitem')
  await cards.filter({ hasText: 'apartments' }).getByRole('button', { name: 'Dry run of apartments' }).click()
  await page.getByRole('region', { name: 'Dry run of apartments' }).getByText('No differences.').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await page.getByText('Dry run discarded').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
  const toms = await screens.open(tom, '/projections')
  await toms.page.getByRole('heading', { level: 1, name: 'Site Management' }).waitFor()
  await toms.context.close()
})
