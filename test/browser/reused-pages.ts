import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { watchSockets } from './failures/socket-lines.ts'
import { settleBeforeOffline } from './requests/settle-before-offline.ts'

type Reused = { context: BrowserContext; page: Page }
type Kept = Reused & { look: Look }

/** Contexts that no test uses, each with its page, by those of their options that last. */
const unused = new Map<string, Kept[]>()

/** A new context whose pages wait a minute for what a test looks for: machines that do other work too are slow. */
export async function patientContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(60_000)
  context.on('page', watchSockets)
  followAgain.set(context, settleBeforeOffline(context))
  return context
}

/** How to follow the requests of a context again. */
const followAgain = new WeakMap<BrowserContext, () => void>()

/**
 * A context and page as if new, for `origin`. Closing the context takes both back to how they began and keeps them for the next test
 * that asks for the same options: a page of a new process loads and compiles every script again, which is half the work of opening
 * it. What cannot be taken back, such as scripts, another clock or a closed page, ends the context for good.
 */
export async function reusedPage(browser: Browser, options: BrowserContextOptions, origin: string): Promise<Reused> {
  const { viewport, colorScheme, reducedMotion, ...lasting } = options
  const kept = unused.get(keyOf(lasting, origin))?.pop()
  if (kept) {
    kept.look = { viewport, colorScheme, reducedMotion }
    await given(kept.look, kept.page)
    kept.context.on('page', watchSockets)
    followAgain.get(kept.context)?.()
    watchSockets(kept.page)
    return kept
  }
  const context = await patientContext(browser, options)
  const page = await context.newPage()
  return reusable({ context, page, look: { viewport, colorScheme, reducedMotion } }, lasting, origin)
}

/** The options that a page can be given at any time. */
type Look = Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'reducedMotion'>
type Lasting = Omit<BrowserContextOptions, keyof Look>

async function given({ viewport, colorScheme = 'light', reducedMotion = 'no-preference' }: Look, page: Page) {
  await page.emulateMedia({ colorScheme, reducedMotion })
  if (viewport) await page.setViewportSize(viewport)
  return page
}

const keyOf = (options: Lasting, origin: string) => JSON.stringify([Object.entries(options).sort(), origin])

/** Whether the context waits for its next test. */
export const isUnused = (context: BrowserContext): boolean =>
  [...unused.values()].some((kept) => kept.some((one) => one.context === context))

function reusable(one: Kept, options: Lasting, origin: string): Reused {
  const key = keyOf(options, origin)
  const end = one.context.close.bind(one.context)
  const newPage = one.context.newPage.bind(one.context)
  const tools = one.context.newCDPSession.bind(one.context)
  const isChanged = watchForChanges(one)
  // Further pages would look as its first test wanted.
  one.context.newPage = async () => given(one.look, await newPage())
  one.context.close = async () => {
    if (isUnused(one.context)) return
    if (isChanged() || !(await cleaned(one, tools, { options, origin }))) return end()
    unused.set(key, [...(unused.get(key) ?? []), one])
  }
  return one
}

/** Notices what a context or page keeps for good. */
function watchForChanges({ context, page }: Reused): () => boolean {
  let changed = false
  const { clock } = context
  const [addInitScript, addPageScript] = [context.addInitScript.bind(context), page.addInitScript.bind(page)]
  const [install, setFixedTime] = [clock.install.bind(clock), clock.setFixedTime.bind(clock)]
  const exposeFunction = page.exposeFunction.bind(page)
  const [routeSockets, routePageSockets] = [context.routeWebSocket.bind(context), page.routeWebSocket.bind(page)]
  const newCDPSession = context.newCDPSession.bind(context)
  const changing =
    <Given extends unknown[], Answer>(change: (...given: Given) => Answer) =>
    (...given: Given): Answer => {
      changed = true
      return change(...given)
    }
  context.addInitScript = changing(addInitScript)
  page.addInitScript = changing(addPageScript)
  page.exposeFunction = changing(exposeFunction)
  // Unrouting does not end these: every later test's sockets would meet the same fate.
  context.routeWebSocket = changing(routeSockets)
  page.routeWebSocket = changing(routePageSockets)
  context.newCDPSession = changing(newCDPSession)
  clock.install = changing(install)
  clock.setFixedTime = changing(setFixedTime)
  return () => changed
}

const events = [
  ...(['console', 'crash', 'dialog', 'domcontentloaded', 'download', 'filechooser', 'framenavigated', 'load'] as const),
  ...(['pageerror', 'popup', 'request', 'requestfailed', 'requestfinished', 'response', 'websocket'] as const),
]

/**
 * Empties what this origin has stored, from its own page and in order: what the browser's tools clear by origin may go while a later
 * test's page is writing.
 */
async function deleteStored() {
  sessionStorage.clear()
  localStorage.clear()
  for (const name of await caches.keys()) await caches.delete(name)
  for (const { name = '' } of await indexedDB.databases())
    await new Promise<void>((resolve, reject) => {
      const deleting = indexedDB.deleteDatabase(name)
      deleting.onsuccess = () => resolve()
      deleting.onerror = () => reject(deleting.error)
    })
}

/** Takes a context and its page back to how they began; false if that fails, as after a crash. */
async function cleaned(
  { context, page }: Reused,
  tools: BrowserContext['newCDPSession'],
  { options, origin }: { options: Lasting; origin: string },
): Promise<boolean> {
  if (page.isClosed()) return false
  try {
    for (const event of ['page', 'request', 'requestfailed', 'requestfinished', 'response'] as const)
      context.removeAllListeners(event)
    for (const event of events) page.removeAllListeners(event)
    await Promise.all(context.pages().map((other) => other !== page && other.close()))
    await Promise.all([context.unrouteAll(), page.unrouteAll(), context.setOffline(false)])
    await Promise.all([context.clearPermissions(), context.clearCookies()])
    await context.setGeolocation(options.geolocation ?? null)
    await context.grantPermissions(options.permissions ?? [])
    // Nothing may ask whether to stay on the page.
    await page.evaluate(() =>
      window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true),
    )
    await page.goto(`${origin}/robots.txt`)
    await page.evaluate(deleteStored)
    await page.emulateMedia({ media: null, forcedColors: 'none' })
    const session = await tools(page)
    await session.send('Page.resetNavigationHistory')
    await session.detach()
    await page.mouse.move(0, 0)
    return true
  } catch {
    return false
  }
}
