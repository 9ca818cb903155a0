import type { Browser, CDPSession, Page } from 'playwright-core'
import { alternate, type Row, row } from '#bench/harness/measure.ts'
import { startProduct } from '#bench/harness/running-product.ts'
import { connect } from '#ledger/database/connect.ts'
import { builtWeb } from '#test/browser/built-web.ts'
import { signedIn, slowdown } from './longest-task.ts'
import { usualChromium } from './usual-chromium.ts'

const people = 30
const visits = 300
const day = '2027-01-12'
/**
 * How many frames a second a page draws while a visit is dragged over a day of 30 people and 300 visits, with the processor slowed
 * down four times, against an empty page that the pointer moves over likewise: 60, but where the machine draws fewer. Beside it those
 * while the pointer only moves over the board, and the longest task of the drag.
 */
export async function benchBoard(databaseUrl: string): Promise<Row[]> {
  await builtWeb()
  const product = await startProduct(databaseUrl)
  const owner = await product.registerCompany()
  const pool = connect(databaseUrl, 'fettle_projector', { max: 1, queryTimeout: 120_000 })
  await fillDay(pool, owner.user.companyId)
  await pool.end()
  const browser = await usualChromium()
  try {
    return await measureDrag(browser, product, owner.user.email)
  } finally {
    await browser.close()
    await product.close()
  }
}

async function measureDrag(browser: Browser, product: Awaited<ReturnType<typeof startProduct>>, email: string) {
  const { context, page, longest, slow } = await signedIn(browser, product, email)
  await page.goto(`/calendar?week=2027-01-11&day=${day}&by=person&span=day`)
  await page.getByText('Visit 299').first().waitFor({ state: 'attached' })
  const box = await page.locator('[data-visit]').filter({ hasText: 'Visit 12' }).first().boundingBox()
  if (!box) throw new Error('No visit is on the screen')
  const from = { x: box.x + 8, y: box.y + box.height / 2 }
  const empty = await context.newPage()
  const emptySlow = await context.newCDPSession(empty)
  // A first visit stores the code of all screens.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  const slowed = async (shown: Page, session: CDPSession) => {
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const frames = await framesOf(shown, () => wander(shown, from))
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    return frames
  }
  const { floor, still, ours } = await alternate(
    {
      floor: async () => {
        await empty.bringToFront()
        return slowed(empty, emptySlow)
      },
      still: async () => {
        await page.bringToFront()
        return slowed(page, slow)
      },
      ours: async () => {
        await hold(page, from)
        const frames = await slowed(page, slow)
        await leave(page)
        return frames
      },
    },
    3,
  )
  await empty.close()
  await hold(page, from)
  const task = await longest('board of 30 people and 300 visits: drag', () => wander(page, from))
  await leave(page)
  await context.close()
  const frames = (name: string, counted: number) =>
    row(`board of 30 people and 300 visits: ${name}`, 'frames/s', { ours: counted, floor, least: 0.95 })
  return [frames('pointer alone', still), frames('drag', ours), task]
}

async function hold(page: Page, { x, y }: { x: number; y: number }) {
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 10, y + 10, { steps: 3 })
  if ((await page.locator('[data-lifted]').count()) !== 1) throw new Error('Nothing was dragged')
}

async function leave(page: Page) {
  await page.keyboard.press('Escape')
  await page.mouse.up()
}

/** Over several lanes and hours, for about two seconds. */
async function wander(page: Page, { x, y }: { x: number; y: number }) {
  for (const [across, down] of [
    [300, 120],
    [500, 300],
    [100, 60],
    [400, 420],
  ] as const)
    await page.mouse.move(x + across, y + down, { steps: 40 })
}

/** The frames that a page draws in a second of an action. */
async function framesOf(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const counted = { frames: 0, since: performance.now() }
    const next = () => {
      if (Reflect.get(window, 'counted') !== counted) return
      counted.frames += 1
      requestAnimationFrame(next)
    }
    Object.assign(window, { counted })
    requestAnimationFrame(next)
  })
  await act()
  return page.evaluate(() => {
    const counted: unknown = Reflect.get(window, 'counted')
    Reflect.deleteProperty(window, 'counted')
    if (typeof counted !== 'object' || counted === null || !('frames' in counted) || !('since' in counted)) return 0
    return (1_000 * Number(counted.frames)) / (performance.now() - Number(counted.since))
  })
}

/** Ten visits for each of thirty people, an hour apart. A plan has fewer users, but former ones keep their rows. */
async function fillDay(pool: ReturnType<typeof connect>, companyId: string) {
  await pool.query(
    `insert into checkpoint (company_id, projection, generation, version, seq, status) values ($1, 'calendar', 1, 1, 0, 'live')`,
    [companyId],
  )
  await pool.query(
    `insert into calendar_row
      select $1, 1, gen_random_uuid(), nth, 'Visit ' || nth, (array['booked', 'pending'])[1 + nth % 2], '',
        gen_random_uuid(), starts, starts + interval '50 minutes', '', array[person]
      from (select n, gen_random_uuid() person from generate_series(0, $2::int - 1) n) people,
        generate_series(0, $3::int / $2::int - 1) visit,
        lateral (select n * ($3::int / $2::int) + visit nth, $4::date::timestamptz + (8 + visit) * interval '1 hour' starts) one`,
    [companyId, people, visits, day],
  )
}
