import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { median, type Row, row } from '#bench/harness/measure.ts'
import { type RunningProduct, startProduct } from '#bench/harness/running-product.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { builtWeb } from '#test/browser/built-web.ts'
import { desktop, phone } from '#test/browser/screens.ts'
import { smallPhoto } from '#test/server/photo-uploads.ts'
import { commandSender, createJob, signedIn, slowdown } from './longest-task.ts'
import { usualChromium } from './usual-chromium.ts'

const [tasks, comments, photos] = [30, 40, 20]
const taps = 60
/** In milliseconds: taps come while earlier ones are stored, sent, answered and pushed. */
const betweenTaps = 350
/** The time from a tap to its paint, in milliseconds: at most, for 95 of 100 taps and for each. */
const [most, worst] = [50, 100]

/**
 * From a tap on a task's mark to the paint that shows it, as the browser's own Event Timing has it (in steps of 8 ms), with the
 * processor slowed down four times, on a job of realistic size.
 */
export async function benchTaps(databaseUrl: string): Promise<Row[]> {
  await builtWeb()
  const product = await startProduct(databaseUrl, { projector: true })
  const owner = await product.registerCompany()
  const worker = await product.addMember(owner, 'team')
  const browser = await usualChromium()
  const measure = async (name: string, person: SignedIn, look: BrowserContextOptions) => {
    const jobId = await realisticJob(product, owner)
    const { context, page, slow } = await signedIn(browser, product, person.user.email, look)
    await page.goto(`/job/${jobId}`)
    await page
      .locator('[data-mark]')
      .nth(tasks - 1)
      .waitFor()
    await page.waitForLoadState('networkidle')
    await slow.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const ours = await tapTimes(page, look.hasTouch === true)
    await context.close()
    const bare = await bareTapTimes(browser, look)
    return [
      row(`${name}: tick, median`, 'ms', { ours: median(ours), floor: most, most: 1 }),
      row(`${name}: tick, p95`, 'ms', { ours: p95(ours), floor: most, most: 1 }),
      row(`${name}: tick, slowest of ${taps}`, 'ms', { ours: Math.max(...ours), floor: worst, most: 1 }),
      row(`${name}: a bare button, p95`, 'ms', { ours: p95(bare), floor: most, most: 1 }),
      row(`${name}: tick against a bare button, median`, 'ms', { ours: median(ours), floor: median(bare), most: 2 }),
    ]
  }
  try {
    return [...(await measure('team, phone', worker, phone)), ...(await measure('office, desktop', owner, desktop))]
  } finally {
    await browser.close()
    await product.close()
  }
}

/** The same taps on a page of thirty buttons and nothing else, each of which only changes its own text: what the browser takes. */
async function bareTapTimes(browser: Browser, look: BrowserContextOptions): Promise<number[]> {
  const context = await browser.newContext(look)
  const page = await context.newPage()
  await page.setContent('<style>button { display: block; width: 100%; height: 48px }</style>')
  await page.evaluate((count) => {
    for (let nth = 0; nth < count; nth += 1) {
      const button = document.createElement('button')
      button.dataset.mark = button.textContent = 'Pending'
      button.onclick = () => {
        button.textContent = button.textContent === 'Pending' ? 'Completed' : 'Pending'
      }
      document.body.append(button)
    }
  }, tasks)
  const slow = await context.newCDPSession(page)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const times = await tapTimes(page, look.hasTouch === true)
  await context.close()
  return times
}

/** The time within which 95 of 100 are. */
const p95 = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN

/** Taps the marks one after the other, several times round. */
async function tapTimes(page: Page, touch: boolean): Promise<number[]> {
  await page.evaluate(observeTaps)
  const marks = page.locator('[data-mark]')
  const times: number[] = []
  for (let tap = 0; tap < taps; tap += 1) {
    const mark = marks.nth(tap % tasks)
    // A phone's last rows may be behind the bar at its foot.
    await mark.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await page.waitForTimeout(betweenTaps)
    const before = await mark.textContent()
    await tapOn(page, mark, touch)
    await page.waitForTimeout(betweenTaps)
    if ((await mark.textContent()) === before) throw new Error('The tap has changed nothing')
    times.push(await page.evaluate(takeTapTime))
  }
  return times
}

async function tapOn(page: Page, mark: Locator, touch: boolean) {
  const box = await mark.boundingBox()
  if (!box) throw new Error('The mark is not on the screen')
  const at = [box.x + Math.min(box.width, 40) / 2, box.y + box.height / 2] as const
  if (touch) await page.touchscreen.tap(...at)
  else await page.mouse.click(...at)
}

/** In the page: notes how long each interaction takes until it is painted; those of less than 16 ms are not reported. */
function observeTaps() {
  Reflect.set(window, 'slowest', 16)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (Reflect.get(entry, 'interactionId') > 0)
        Reflect.set(window, 'slowest', Math.max(Reflect.get(window, 'slowest'), entry.duration))
  }).observe(Object.assign({ type: 'event' }, { durationThreshold: 16 }))
}

/** In the page: the slowest interaction since this was last asked, in milliseconds. */
function takeTapTime(): number {
  const slowest: number = Reflect.get(window, 'slowest')
  Reflect.set(window, 'slowest', 16)
  return slowest
}

/** A job as companies have them: thirty tasks, forty comments and twenty photos. */
async function realisticJob(product: RunningProduct, owner: SignedIn): Promise<string> {
  const send = commandSender(product, owner.token)
  const jobId = randomUUID()
  const described = Array.from({ length: tasks }, (_, nth) => ({
    taskId: randomUUID(),
    description: `Task ${nth}: reseal the bath and make good the tiles around the taps`,
    price: 8_500,
  }))
  await send([createJob(jobId, '14 Marlowe Court', described)])
  await send(
    Array.from({ length: comments }, (_, nth) => ({
      type: 'AddNote',
      data: { jobId, noteId: randomUUID(), note: `Note ${nth}: the tenant is at home after four, ring twice` },
    })),
  )
  for (let nth = 0; nth < photos; nth += 5) await upload(product, owner, jobId)
  return jobId
}

/** Five photos at once. */
async function upload(product: RunningProduct, { user, token }: SignedIn, jobId: string) {
  const { companyId, username, userRole } = user
  const form = new FormData()
  for (const [name, value] of Object.entries({ jobId, companyId, username, userRole })) form.set(name, value)
  for (const colour of ['#a50', '#0a5', '#50a', '#aa5', '#5aa'])
    form.append('images', new Blob([new Uint8Array(await smallPhoto(colour))], { type: 'image/jpeg' }), 'photo.jpg')
  const to = product.url + pathTo(paths.uploadImage, { companyId })
  const headers = { origin: product.url, authorization: `Bearer ${token}` }
  const answer = await fetch(to, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(`The photos were not taken: ${await answer.text()}`)
}
