import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { demoJobs, makeDemoCompany, signIns } from '#cli/demo/demo-company.ts'
import { startFettle } from '#cli/process/running-fettle.ts'
import { paths } from '#core/wire/paths.ts'
import { launchChromium } from '#test/browser/chromium.ts'
import { atRest, desktop, phone } from '#test/browser/screens.ts'
import {
  byPerson,
  checkedImport,
  comingUp,
  dayWithClash,
  dryRun,
  evidenceOfJob,
  firstJob,
  keyAndWebhook,
  newRecurringWork,
  newsOfComment,
  selectedRows,
  sitesWithDeadlines,
  siteWithTenant,
  stuckWork,
  tenantsPage,
  textsToTenants,
  threeReports,
  verifiedJob,
  workday,
} from './scenes.ts'

type Picture = {
  /** Below docs/. */
  file: string
  who: Person
  on: 'desk' | 'phone'
  at: string
  ready: (page: Page, opened: (who: Person) => Promise<Page>) => Promise<unknown>
}
type Person = 'dana' | 'tom'

const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor()

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
  {
    file: 'guide/people-week.webp',
    who: 'dana',
    on: 'desk',
    at: '/calendar?by=person',
    ready: byPerson,
  },
  { file: 'guide/people-day.webp', who: 'dana', on: 'desk', at: '/calendar?by=person', ready: dayWithClash },
  { file: 'guide/selected-jobs.webp', who: 'dana', on: 'desk', at: '/sites', ready: selectedRows },
  {
    file: 'guide/address-book.webp',
    who: 'dana',
    on: 'desk',
    at: '/address-book',
    ready: sitesWithDeadlines,
  },
  { file: 'guide/site.webp', who: 'dana', on: 'desk', at: '/recurring-work', ready: siteWithTenant },
  {
    file: 'guide/deadlines.webp',
    who: 'dana',
    on: 'desk',
    at: '/deadlines',
    ready: (page) => page.getByRole('heading', { name: /^Overdue/ }).waitFor(),
  },
  { file: 'guide/recurring-work.webp', who: 'dana', on: 'desk', at: '/recurring-work', ready: newRecurringWork },
  { file: 'guide/coming-up.webp', who: 'dana', on: 'desk', at: '/recurring-work', ready: comingUp },
  {
    file: 'guide/tenant-page-phone.webp',
    who: 'dana',
    on: 'phone',
    at: '/notifications',
    ready: async (page, opened) => tenantsPage(page, await opened('dana')),
  },
  { file: 'guide/texts.webp', who: 'dana', on: 'desk', at: '/recurring-work', ready: textsToTenants },
  {
    file: 'guide/stuck-work.webp',
    who: 'dana',
    on: 'desk',
    at: '/team',
    ready: async (page, opened) => stuckWork(page, await opened('tom')),
  },
  { file: 'guide/import.webp', who: 'dana', on: 'desk', at: '/import', ready: checkedImport },
  { file: 'guide/reports.webp', who: 'dana', on: 'desk', at: '/reports', ready: threeReports },
  {
    file: 'guide/notifications.webp',
    who: 'dana',
    on: 'desk',
    at: '/notifications',
    ready: async (page, opened) => newsOfComment(page, await opened('tom')),
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
    ready: workday,
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
  const contexts: BrowserContext[] = []
  const opened = async (one: Person, look: BrowserContextOptions = desktop) => {
    const person = signIns.find(({ email }) => email.startsWith(one))
    if (!person) throw new Error(`The demo has no ${one}`)
    const context = await browser.newContext({ ...look, baseURL, colorScheme: 'light' })
    contexts.push(context)
    const data = { email: person.email, password: person.password }
    await context.request.post(paths.login, { data, headers: { origin: baseURL } })
    return context.newPage()
  }
  const page = await opened(who, looks[on])
  await page.goto(at)
  await ready(page, (one) => opened(one))
  await page.waitForLoadState('networkidle')
  await atRest(page)
  const target = fileURLToPath(new URL(`../../docs/${file}`, import.meta.url))
  await mkdir(path.dirname(target), { recursive: true })
  const picture = await smallEnough(await page.screenshot())
  await writeFile(target, picture)
  console.log(`${file}: ${Math.round(picture.length / 1000)} kB`)
  for (const context of contexts) await context.close()
}

/** As fine as a guide's pages may load it. */
async function smallEnough(picture: Buffer): Promise<Buffer> {
  const at = (quality: number) => sharp(picture).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
  for (const quality of [56, 50, 44, 38]) {
    const made = await at(quality)
    if (made.length <= largestPicture) return made
  }
  return at(32)
}

const largestPicture = 80_000

await takePictures(process.argv.slice(2))
