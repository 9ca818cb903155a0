import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { demoJobs, makeDemoCompany, signIns } from '#cli/demo/demo-company.ts'
import { startFettle } from '#cli/process/running-fettle.ts'
import { paths } from '#core/wire/paths.ts'
import { launchChromium } from '#test/browser/chromium.ts'
import { atRest, desktop, phone } from '#test/browser/screens.ts'

type Picture = {
  /** Below docs/. */
  file: string
  who: 'dana' | 'tom'
  on: 'desk' | 'phone'
  at: string
  ready: (page: Page) => Promise<unknown>
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor()
/** Opens the job of the first row. */
const firstJob = async (page: Page) => {
  await page.getByText(/Page \d+ of/).waitFor()
  const link = page.locator('a[href^="/job/"]').first()
  await page.goto((await link.getAttribute('href')) ?? '')
  await page.getByText('Tasks').first().waitFor()
}

const verifiedJob = async (page: Page) => {
  await firstJob(page)
  await page.getByRole('button', { name: 'Verified' }).waitFor()
}

const evidenceOfJob = async (page: Page) => {
  await verifiedJob(page)
  await page.getByRole('button', { name: 'Evidence pack' }).click()
  await page.getByRole('dialog', { name: 'Evidence pack' }).waitFor()
}

/** A dry run of the jobs list that finds no differences. */
const dryRun = async (page: Page) => {
  await page.getByText('Ledger verified').waitFor()
  await page.getByRole('button', { name: 'Dry run of job-rows' }).click()
  await page.getByText('No differences.').waitFor()
}

/** A key, and a webhook to a server that does not exist. */
const keyAndWebhook = async (page: Page) => {
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

const pictures: Picture[] = [
  {
    file: 'guide/jobs.webp',
    who: 'dana',
    on: 'desk',
    at: '/sites?page=2',
    ready: (page) => page.getByText(/Page 2 of/).waitFor(),
  },
  { file: 'guide/job.webp', who: 'dana', on: 'desk', at: '/sites?status=booked', ready: verifiedJob },
  {
    file: 'guide/calendar.webp',
    who: 'dana',
    on: 'desk',
    at: '/calendar',
    ready: (page) => page.getByRole('button', { name: 'Today' }).waitFor(),
  },
  { file: 'guide/evidence.webp', who: 'dana', on: 'desk', at: '/sites?status=completed', ready: evidenceOfJob },
  { file: 'guide/dashboard.webp', who: 'dana', on: 'desk', at: '/dashboard', ready: heading('Dashboard') },
  {
    file: 'guide/projections.webp',
    who: 'dana',
    on: 'desk',
    at: '/projections',
    ready: dryRun,
  },
  { file: 'guide/team.webp', who: 'dana', on: 'desk', at: '/team', ready: heading('Team Management') },
  { file: 'guide/connections.webp', who: 'dana', on: 'desk', at: '/connections', ready: keyAndWebhook },
  {
    file: 'guide/jobs-phone.webp',
    who: 'tom',
    on: 'phone',
    at: '/sites',
    ready: (page) => page.getByText(/Page 1 of/).waitFor(),
  },
  { file: 'guide/job-phone.webp', who: 'tom', on: 'phone', at: '/sites?status=booked', ready: firstJob },
  {
    file: 'guide/calendar-phone.webp',
    who: 'tom',
    on: 'phone',
    at: '/calendar',
    ready: (page) => page.getByRole('button', { name: 'Today' }).waitFor(),
  },
]

/**
 * Takes the pictures of the README and the guides from a separate server with the demo company: `npm run pictures`, or
 * only some, by name: `npm run pictures guide/evidence.webp`.
 */
async function takePictures(wanted: readonly string[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'fettle-pictures-'))
  const { signal } = new AbortController()
  const settings = { host: '127.0.0.1', port: 0, dataFolder: folder, environment: process.env }
  const fettle = await startFettle(settings, { report: (line) => console.error(line), signal })
  const browser = await launchChromium()
  try {
    await makeDemoCompany(fettle.databaseUrl, Date.now(), demoJobs, () => undefined)
    for (const picture of pictures.filter(({ file }) => wanted.length === 0 || wanted.includes(file)))
      await take(browser, fettle.address, picture)
  } finally {
    await browser.close()
    await fettle.stop()
    await rm(folder, { recursive: true })
  }
}

const looks = { desk: desktop, phone: { ...phone, deviceScaleFactor: 2 } }

async function take(browser: Browser, baseURL: string, { file, who, on, at, ready }: Picture) {
  const person = signIns.find((one) => one.email.startsWith(who))
  if (!person) throw new Error(`The demo has no ${who}`)
  const context = await browser.newContext({ ...looks[on], baseURL, colorScheme: 'light' })
  const data = { email: person.email, password: person.password }
  await context.request.post(paths.login, { data, headers: { origin: baseURL } })
  const page = await context.newPage()
  await page.goto(at)
  await ready(page)
  await page.waitForLoadState('networkidle')
  await atRest(page)
  const target = fileURLToPath(new URL(`../../docs/${file}`, import.meta.url))
  await mkdir(path.dirname(target), { recursive: true })
  const { size } = await sharp(await page.screenshot())
    .webp({ quality: 56, effort: 6, smartSubsample: true })
    .toFile(target)
  console.log(`${file}: ${Math.round(size / 1000)} kB`)
  await context.close()
}

await takePictures(process.argv.slice(2))
