import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { Row } from '#bench/harness/measure.ts'
import { startProduct } from '#bench/harness/running-product.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { connect } from '#ledger/database/connect.ts'
import { builtWeb } from '#test/browser/built-web.ts'
import { processOf } from '#test/faults/processes.ts'
import { fillJobRows } from '#test/histories/many-job-rows.ts'
import { benchLongHistory } from './long-history.ts'
import { commandSender, createJob, type SendCommands, signedIn } from './longest-task.ts'
import { usualChromium } from './usual-chromium.ts'

const jobs = 100_000
const bookings = 200

/**
 * The longest task on a page's main thread while a person scrolls, types and drags, with the processor slowed down four times,
 * from the browser's own trace; against the 100 ms that a frame may take.
 */
export async function benchSmoothness(databaseUrl: string): Promise<Row[]> {
  await builtWeb()
  const product = await startProduct(databaseUrl)
  const owner = await product.registerCompany()
  const { companyId, email } = owner.user
  const pool = connect(databaseUrl, 'fettle_projector', { max: 1, queryTimeout: 120_000 })
  await fillJobRows(pool, companyId, jobs)
  await fillWeek(pool, companyId)
  const projector = processOf('projector/main.ts', { DATABASE_URL: databaseUrl, FETTLE_LOG_LEVEL: 'error' })
  await projector.start()
  const send = commandSender(product, owner.token)
  const jobId = await longJob(send)
  await sundaysVisit(send)
  const browser = await usualChromium()
  try {
    const { context, page, longest } = await signedIn(browser, product, email)
    const rows: Row[] = []
    await page.goto('/sites')
    await page.getByText(`Page 1 of ${jobs / 16}`).waitFor()
    rows.push(await longest('list of 100,000: scroll', () => scroll(page)))
    rows.push(
      await longest('list of 100,000: type', () =>
        type(page, page.getByRole('combobox', { name: 'Search' }), 'Cedar Lodge'),
      ),
    )
    await page.goto(`/job/${jobId}`)
    await page.getByText('Note 99').first().waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Show 50 older comments' }).click()
    await page.getByText('Note 0').first().waitFor({ state: 'attached' })
    rows.push(await longest('job of 100 notes: scroll', () => scroll(page)))
    rows.push(
      await longest('job of 100 notes: type', () =>
        type(page, page.getByPlaceholder('Add a comment'), 'Keys are with the concierge'),
      ),
    )
    await page.goto('/calendar')
    await page.getByText('Visit 199').first().waitFor({ state: 'attached' })
    rows.push(await longest('week of 200 visits: scroll', () => scroll(page)))
    await scrolledUp(page)
    const visit = await middleOf(page, 'Visit 190')
    rows.push(await longest('calendar, a week of 200 visits: drag', () => drag(page, visit)))
    await page.getByText(sundays).first().waitFor()
    const booked = await middleOf(page, sundays)
    rows.push(await longest('calendar, a week of 200 visits: drop', () => drop(page, booked)))
    await context.close()
    rows.push(await benchLongHistory(browser, product))
    return rows
  } finally {
    await browser.close()
    await projector.kill()
    await pool.end()
    await product.close()
  }
}

/** Two hundred visits this week, each of a different job; never more than the three at once that are drawn. */
async function fillWeek(pool: ReturnType<typeof connect>, companyId: string) {
  const { day } = wallClock(new Date().toISOString(), 'UTC')
  await pool.query(
    `insert into checkpoint (company_id, projection, generation, version, seq, status) values ($1, 'calendar', 1, 1, 0, 'live')`,
    [companyId],
  )
  await pool.query(
    `insert into calendar_row
      select $1, 1, gen_random_uuid(), nth, 'Visit ' || nth, (array['booked', 'completed', 'pending'])[1 + nth % 3], '',
        gen_random_uuid(), starts, starts + interval '1 hour', '', '{}'
      from generate_series(0, $2::int - 1) nth,
        lateral (select date_trunc('week', $3::date::timestamptz) + nth % 5 * interval '1 day' + (6 + nth % 14) * interval '1 hour' starts) times`,
    [companyId, bookings, day],
  )
}

/** A job of ten tasks and a hundred notes. */
async function longJob(send: SendCommands): Promise<string> {
  const jobId = randomUUID()
  const tasks = Array.from({ length: 10 }, (_, nth) => ({
    taskId: randomUUID(),
    description: `Task ${nth}`,
    price: 8_500,
  }))
  await send([createJob(jobId, '14 Marlowe Court', tasks)])
  const notes = Array.from({ length: 100 }, (_, nth) => ({
    type: 'AddNote',
    data: { jobId, noteId: randomUUID(), note: `Note ${nth}` },
  }))
  await send(notes)
  return jobId
}

const sundays = '31 Tannery Wharf'

/** A visit of a real job, so that it can be moved, on the one day without other visits. */
async function sundaysVisit(send: SendCommands) {
  const jobId = randomUUID()
  const sunday = new Date()
  sunday.setUTCDate(sunday.getUTCDate() + ((7 - sunday.getUTCDay()) % 7))
  const day = sunday.toISOString().slice(0, 10)
  const [jobStart, jobEnd] = [`${day}T10:00:00.000Z`, `${day}T12:00:00.000Z`]
  const visit = { jobId, jobBookingId: randomUUID(), jobStart, jobEnd, access: '', assignedTo: [] }
  await send([createJob(jobId, sundays, [{ taskId: randomUUID(), description: 'Fit the fan' }])])
  await send([{ type: 'ScheduleJob', data: visit }])
}

async function scroll(page: Page) {
  await page.mouse.move(700, 500)
  for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, turn < 10 ? 120 : -120)
  await page.waitForTimeout(500)
}

const scrolledUp = (page: Page) => page.evaluate(() => scrollTo(0, 0))

/** The middle of a visit that no other overlaps. */
async function middleOf(page: Page, site: string) {
  const box = await page.getByRole('article').filter({ hasText: site }).boundingBox()
  if (!box) throw new Error(`${site} is not on the screen`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Drags in small steps across two days and down the hours, pauses, and cancels with Escape: only the drag is measured. */
async function drag(page: Page, { x, y }: { x: number; y: number }) {
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 240, y + 150, { steps: 30 })
  await page.waitForTimeout(500)
  if ((await page.locator('article[data-dragged]').count()) !== 1) throw new Error('Nothing was dragged')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await page.waitForTimeout(500)
}

/** Drags one day to the left and drops. */
async function drop(page: Page, { x, y }: { x: number; y: number }) {
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 160, y, { steps: 10 })
  await page.mouse.up()
  await page.waitForTimeout(1_000)
}

async function type(page: Page, field: ReturnType<Page['getByLabel']>, text: string) {
  await field.first().click()
  await page.keyboard.type(text, { delay: 60 })
  await page.waitForTimeout(500)
}
