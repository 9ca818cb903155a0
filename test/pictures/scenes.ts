import type { Page } from 'playwright-core'
import { addDays, mondayOf } from '#core/time/wall-clock.ts'
import type { TenantLinksAnswer } from '#core/wire/jobs/tenants.ts'
import { paths } from '#core/wire/paths.ts'
import { dialogOf, openSchedule, save } from '#test/browser/schedule-dialog.ts'

/** Ways from a freshly opened screen to what its picture shows. */

export async function byPerson(page: Page) {
  await page.getByText('Needs a visit').waitFor()
  await page.getByText('Unassigned', { exact: true }).waitFor()
}

/** The first day of this week on which a person is booked twice, by person. */
export async function dayWithClash(page: Page) {
  const monday = mondayOf(today())
  for (let nth = 0; nth < 5; nth += 1) {
    await page.goto(`/calendar?by=person&span=day&week=${monday}&day=${addDays(monday, nth)}`)
    await byPerson(page)
    if (
      await page
        .getByText(/^Clash, /)
        .first()
        .isVisible()
    )
      return
  }
  throw new Error('Nobody is booked twice this week')
}

/** Today, or the Friday before a weekend, when nobody works. */
export async function workday(page: Page) {
  const friday = addDays(mondayOf(today()), 4)
  const day = today() < friday ? today() : friday
  await page.goto(`/calendar?week=${mondayOf(day)}&day=${day}`)
  await page.getByRole('button', { name: 'Today' }).waitFor()
}

const today = () => new Date().toISOString().slice(0, 10)

/** Opens the job of the first row. */
export async function firstJob(page: Page) {
  await page.getByText(/Page \d+ of/).waitFor()
  const link = page.locator('a[href^="/job/"]').first()
  await page.goto((await link.getAttribute('href')) ?? '')
  await page.getByText('Tasks').first().waitFor()
}

export async function verifiedJob(page: Page) {
  await firstJob(page)
  await page.getByRole('button', { name: 'Verified' }).waitFor()
}

export async function evidenceOfJob(page: Page) {
  await verifiedJob(page)
  await page.getByRole('button', { name: 'Evidence pack' }).click()
  await page.getByRole('dialog', { name: 'Evidence pack' }).waitFor()
}

/** Four rows of a view, with the bar of what can be done with them. */
export async function selectedRows(page: Page) {
  await page.getByRole('button', { name: /^To invoice/ }).click()
  await page.getByText(/^Page 1 of \d$/).waitFor()
  await page.getByRole('table').getByRole('link', { name: /^View/ }).nth(1).focus()
  await page.keyboard.press('x')
  for (let nth = 0; nth < 3; nth += 1) await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('region', { name: 'Selected jobs' }).getByText('4 selected').waitFor()
}

/** The site of the first recurring work: a flat with a tenant, jobs and a yearly check. */
export async function siteWithTenant(page: Page) {
  await page.getByRole('link', { name: /^Flat/ }).first().click()
  await page.getByText(/^Completed work in/).waitFor()
  await page.getByText('Coming up').waitFor()
}

/** The sites at which something is owed. */
export async function sitesWithDeadlines(page: Page) {
  await page.getByRole('button', { name: /^Open deadlines/ }).click()
  await page.getByText(/^Page 1 of 1$/).waitFor()
}

/** Books a visit for the newest job of that flat, and makes a link for its tenant unless there is one. Returns the path of the tenant's page. */
async function tenantsLink(page: Page): Promise<string> {
  await page.goto('/recurring-work')
  await siteWithTenant(page)
  const jobs = page.getByRole('table', { name: /^Jobs/ })
  const links = page.waitForResponse((answer) => answer.url().includes('/tenant-links') && answer.ok())
  await jobs.getByRole('link').first().click()
  const held: TenantLinksAnswer = await (await links).json()
  const schedule = page.getByRole('button', { name: 'Schedule', exact: true })
  const moving = page.getByRole('button', { name: 'Edit Schedule' })
  await schedule.or(moving).waitFor()
  if (await schedule.isVisible()) {
    const dialog = await openSchedule(page)
    await dialog.getByLabel('Assigned to').fill('Tom')
    await page.keyboard.press('Enter')
    await save(dialog)
    // The demo may have booked him then.
    const anyway = page.getByRole('button', { name: 'Book anyway' })
    await anyway.or(moving).filter({ visible: true }).first().waitFor()
    if (await anyway.isVisible()) await anyway.click()
    await dialogOf(page).waitFor({ state: 'detached' })
  }
  const old = held.links.find(({ path }) => path)?.path
  if (old) return old
  const made = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().includes('/tenant-links'),
  )
  await page.getByRole('button', { name: /^Make a link for/ }).click()
  const { links: now }: TenantLinksAnswer = await (await made).json()
  const path = now.find((one) => one.path)?.path
  if (!path) throw new Error('No link was made')
  return path
}

/** What a tenant sees on their phone before they have answered. */
export async function tenantsPage(page: Page, office: Page) {
  await page.goto(await tenantsLink(office))
  await page.getByRole('button', { name: 'Yes, that works' }).waitFor()
}

/** What would be texted to that tenant, as no gateway is set up. */
export async function textsToTenants(page: Page) {
  await tenantsLink(page)
  await page.getByRole('button', { name: /^(Send by text|Text again)$/ }).click()
  await page.getByText('The text is on its way').waitFor()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Show texts' }).click()
  await page
    .getByRole('dialog')
    .getByText(/Harrow & Pike: your repair/)
    .waitFor()
}

/** A change on a worker's phone that the server has refused, as the office sees it. */
export async function stuckWork(page: Page, worker: Page) {
  await worker.goto('/sites?status=booked')
  await firstJob(worker)
  await worker.context().setOffline(true)
  await worker.getByPlaceholder('Add a comment').fill('Gate code 4471')
  await worker.keyboard.press('Control+Enter')
  await worker.getByText('1 queued').waitFor({ state: 'attached' })
  await worker.route(`**${paths.commands}`, async (route) => {
    const { commands }: { commands: { commandId: string }[] } = route.request().postDataJSON()
    const refused = { status: 'refused', error: 'It has too many characters.' }
    await route.fulfill({ json: { results: commands.map(({ commandId }) => ({ commandId, ...refused })) } })
  })
  const told = worker.waitForResponse((answer) => answer.url().endsWith(paths.unsent) && answer.ok())
  await worker.context().setOffline(false)
  await told
  await page.reload()
  await page.getByText(/^1 refused/).waitFor()
}

/** Recurring work, with the jobs of the next months below it. */
export async function comingUp(page: Page) {
  await page.getByRole('heading', { name: 'Coming up' }).scrollIntoViewIfNeeded()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
}

/** New recurring work with its next five dates. */
export async function newRecurringWork(page: Page) {
  await page.getByRole('button', { name: 'New Recurring Work' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Work/).fill('Gutter clearing')
  await dialog.getByPlaceholder('What to do').fill('Clear gutters and outlets')
  await dialog.getByText('Next dates').waitFor()
}

/** Repair orders of three sites, two of which are of one work order, and one without a site. */
export async function checkedImport(page: Page) {
  const rows = [
    'Site,Work order,Received on,Work,Price,Agency',
    'Flat 2 Ashdown House,RP-4401,23/11/2026,Ease the front door,85.00,Northgate Residential',
    'Flat 2 Ashdown House,RP-4401,23/11/2026,Refix the letter plate,40.00,Northgate Residential',
    '14 Mill Lane,RP-4402,24/11/2026,Trace the leak below the bath,120.00,Fenwick Homes',
    ',RP-4403,24/11/2026,Replace the extractor fan,165.00,Fenwick Homes',
    'Flat 9 Priory Gate,RP-4404,25/11/2026,Patch the hall ceiling,210.00,Harbour & Lane',
  ]
  const file = { name: 'repair-orders.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
  await page.getByLabel('Choose a file').setInputFiles(file)
  await page.getByText(/ready, \d+ refused/).waitFor()
}

/** A dry run of the jobs list that finds no differences. */
export async function dryRun(page: Page) {
  await page.getByText('Ledger verified').waitFor()
  await page.getByRole('button', { name: 'Dry run of job-rows' }).click()
  await page.getByText('No differences.').waitFor()
}

/** Turns on the page for reports, and sends three as their tenants would. */
export async function threeReports(page: Page) {
  await page.getByRole('button', { name: 'Turn on' }).click()
  const address = await page.getByRole('link', { name: /\/t\/report\// }).getAttribute('href')
  const context = await page.context().browser()?.newContext()
  const tenant = await context?.newPage()
  if (!address || !tenant) throw new Error('There is no page for reports')
  for (const { words, place, name, telephone, bad } of reports) {
    await tenant.goto(new URL(address, page.url()).href)
    await tenant.getByLabel('What is wrong?').fill(words)
    await tenant.getByLabel(bad).check()
    await tenant.getByLabel('Address').fill(place)
    await tenant.getByLabel('Name').fill(name)
    await tenant.getByLabel('Mobile number').fill(telephone)
    // A form that is sent as quickly as a program does it is refused.
    await tenant.waitForTimeout(4_000)
    await tenant.getByRole('button', { name: 'Send report' }).click()
    await page.getByText(words).waitFor()
  }
  await context?.close()
}

const reports = [
  {
    words: 'The bath tap drips all night, more each week.',
    place: 'Flat 12, Marlowe Court',
    name: 'Owen Pryce',
    telephone: '07700 900231',
    bad: 'It can wait a little',
  },
  {
    words: 'The bedroom wall is black behind the wardrobe again, and my son coughs at night.',
    place: 'Flat 3, Ashdown House',
    name: 'Amara Bello',
    telephone: '07700 900142',
    bad: 'It affects someone’s health',
  },
  {
    words: 'No light on the stairs since yesterday. Somebody will fall.',
    place: 'Tannery Wharf, second floor',
    name: 'Ruth Calder',
    telephone: '07700 900268',
    bad: 'It is dangerous now',
  },
]

/** What the office is told after somebody in the field has named it in a comment. */
export async function newsOfComment(page: Page, worker: Page) {
  await worker.goto('/sites?status=booked')
  await firstJob(worker)
  const comment = worker.getByPlaceholder('Add a comment')
  await comment.fill('The stopcock is stuck, can the agency send the caretaker? @Dan')
  await worker.getByRole('option', { name: /Dana Whitfield/ }).click()
  await worker.keyboard.press('Control+Enter')
  const said = page.getByText('mentioned you in a comment').first()
  const waiting = page.getByRole('button', { name: /^Show \d+ new/ })
  await said.or(waiting).waitFor()
  if (await waiting.isVisible()) await waiting.click()
  await said.waitFor()
}

/** A key, and a webhook to a server that does not exist. */
export async function keyAndWebhook(page: Page) {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'New key' }).click()
  await dialog.getByLabel('Name').fill('Power BI')
  await dialog.getByRole('button', { name: 'Make key' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'New webhook' }).click()
  await dialog.getByLabel('Address').fill('https://hooks.example.invalid/fettle')
  await dialog.getByRole('button', { name: 'Make webhook' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('Given up, tried once').waitFor()
}
