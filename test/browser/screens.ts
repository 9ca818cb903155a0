import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { default as axe, RunOptions } from 'axe-core'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { Config } from '#api/config/config.ts'
import { paths } from '#core/wire/paths.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { sharedServer } from '#test/server/shared-server.ts'
import { fakeCamera, launchChromium, sharedChromium } from './chromium.ts'
import { isUnused, patientContext, reusedPage } from './reused-pages.ts'

export const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }
/** A phone but for its sharp screen, which takes four times as long to draw. */
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
}

/**
 * Looks at an open page at the size of a phone and of a desktop, where nothing depends on touch: a second walk to the same place
 * costs far more.
 */
export async function atBothSizes(page: Page, look: (size: 'phone' | 'desktop') => Promise<void>): Promise<void> {
  for (const [size, { viewport }] of [
    ['phone', phone],
    ['desktop', desktop],
  ] as const) {
    if (viewport) await page.setViewportSize(viewport)
    await page.evaluate(untilDrawn)
    await look(size)
  }
}

/** A page hears of a new width when it is next drawn, and then takes the layout for it. */
const untilDrawn = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))

export type Opened = { context: BrowserContext; page: Page; faults: string[] }
export type Screens = {
  server: TestServer
  /** A new, unused browser context. */
  newContext(look?: BrowserContextOptions): Promise<BrowserContext>
  /** A browser context as if new, for a signed-in person. `faults` are the errors thrown by its pages. */
  open(person: SignedInTest, path: string, look?: BrowserContextOptions): Promise<Opened>
  close(): Promise<void>
}

/**
 * The screens of the shared server in the shared Chromium. A test file that needs `settings` or a server without a projector
 * gets its own server, and one that needs a camera its own Chromium. `close` closes the file's contexts and what is its own.
 */
export async function startScreens(
  settings?: Partial<Config>,
  { camera = false, ...projected }: { projector?: boolean; camera?: boolean } = {},
): Promise<Screens> {
  const own = settings && startServer(settings, projected)
  const [server, browser] = await Promise.all([
    own ?? sharedServer(),
    camera ? launchChromium(fakeCamera) : sharedChromium(),
  ])
  // A service worker would store all screens again in each test; the tests of the worker allow it. Frames of movements are drawn
  // by the processor: they took a tenth of the time of these tests.
  const still = { serviceWorkers: 'block', reducedMotion: 'reduce', baseURL: server.url } as const
  const newContext = (look = desktop) => patientContext(browser, { ...still, ...look })
  // A worker stays behind with what it stored, and pages of a server or camera of their own are seldom opened twice.
  const openPage = async (look: BrowserContextOptions) => {
    if (!(own || camera || look.serviceWorkers)) return reusedPage(browser, { ...still, ...look }, server.url)
    const context = await newContext(look)
    return { context, page: await context.newPage() }
  }
  return {
    server,
    newContext,
    async open({ user: { email }, password }, path, look = desktop) {
      const { context, page } = await openPage(look)
      const signedIn = await context.request.post(paths.login, {
        data: { email, password },
        headers: { origin: server.url },
      })
      if (!signedIn.ok()) throw new Error(`Not signed in: ${await signedIn.text()}`)
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(String(error)))
      await page.goto(path)
      return { context, page, faults }
    },
    async close() {
      await Promise.all(browser.contexts().flatMap((context) => (isUnused(context) ? [] : context.close())))
      if (camera) await browser.close()
      await (await own)?.close()
    },
  }
}

/**
 * Waits until the fonts are loaded and nothing has moved or faded for a tenth of a second of frames. Endless animations, such
 * as a spinner, are ignored.
 */
export const atRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready
    const ends = ({ effect, playState }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    for (let frames = 0; frames < 6; frames += 1) {
      await new Promise(requestAnimationFrame)
      if (document.getAnimations().some(ends)) frames = 0
    }
  })

const everything: RunOptions['runOnly'] = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
}
/** The rules whose result depends on colours. */
const colours: RunOptions['runOnly'] = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** The small one: a page reads it in half the time. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The violations of WCAG 2.0 to 2.2, A and AA, that axe finds once the page is at rest. */
export const accessibilityFaults = (page: Page): Promise<string[]> => faultsOf(page, everything)

async function faultsOf(page: Page, runOnly: RunOptions['runOnly']): Promise<string[]> {
  await atRest(page)
  // A page keeps axe from one check to the next: loading it takes as long as a check does.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${axeSource}; undefined`)
  // Describing everything that passes takes longer than finding the violations.
  const options: RunOptions = { ...(runOnly && { runOnly }), resultTypes: ['violations'] }
  return page.evaluate(async (wanted) => {
    const { violations } = await window.axe.run(wanted)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, options)
}

/**
 * The same in light colours, and in dark ones what depends on colours; the page stays as it was, which costs far less than
 * opening it twice.
 */
export const faultsInBothColours = (page: Page): Promise<string[]> =>
  inBothColours(page, (one) => page.locator(`html[data-mantine-color-scheme=${one}]`).waitFor())

/** The same of a page for the public, whose styles alone follow the system. */
export const faultsOfPublicPage = (page: Page): Promise<string[]> => inBothColours(page, async () => undefined)

async function inBothColours(page: Page, untilShown: (colorScheme: 'light' | 'dark') => Promise<void>) {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await untilShown(colorScheme)
    const faults = await faultsOf(page, colorScheme === 'light' ? everything : colours)
    found.push(...faults.map((fault) => `${colorScheme}: ${fault}`))
  }
  return found
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
