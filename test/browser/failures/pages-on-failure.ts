import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { beforeEach } from 'vitest'
import { openPages } from '#test/browser/chromium.ts'
import { isUnused } from '#test/browser/reused-pages.ts'
import { socketLines } from './socket-lines.ts'

/** Characters of a page's text and of a message, its last messages, and its last calls: logs are cut, and the end is short. */
const most = { text: 800, brief: 500, message: 300, messages: 6, calls: 12 }
/** Milliseconds that a page has to tell: it may be what hangs. */
const patience = 10_000

// A wait that ran out does not say what was there instead.
beforeEach(({ onTestFailed, task }) => {
  onTestFailed(async () => {
    const pages = openPages().filter((page) => !isUnused(page.context()))
    const shown = await Promise.all(pages.map(shownBy))
    if (shown.length === 0) return
    task.meta.onFailure = shown.join('\n')
    task.meta.onFailureBriefly = shown.map(brief).join('\n')
  })
})

/** The page's address and the beginning of its text, and its last messages. */
function brief(shown: string): string {
  const [page = '', ...lines] = shown.split('\n')
  const said = lines.filter((line) => line.startsWith(saying)).slice(-2)
  return [page, ...said].map((line) => `  ${line.slice(0, most.brief)}`).join('\n')
}

/** How the line of a message begins. */
const saying = '  > '

/**
 * A page's address, text, last messages and errors, what it has called and what its sockets did: what is missing is still awaited,
 * or was never asked for.
 */
async function shownBy(page: Page): Promise<string> {
  const text = page.locator('body').innerText({ timeout: patience })
  const [shown, called, messages, errors] = await Promise.all([
    text.catch((error) => `no text: ${error}`),
    Promise.race([page.evaluate(calls).catch(() => []), sleep(patience, [])]),
    page.consoleMessages().catch(() => []),
    page.pageErrors().catch(() => []),
  ])
  const said = [...messages.map((one) => `${one.type()}: ${one.text()}`), ...errors.map(String)]
  return [
    `- ${page.url()}: ${shown
      .split(/\s*\n\s*/)
      .join(' | ')
      .slice(0, most.text)}`,
    ...said.slice(-most.messages).map((line) => `${saying}${line.slice(0, most.message)}`),
    ...called.slice(-most.calls).map((line) => `  < ${line}`),
    ...socketLines(page).map((line) => `  ~ ${line}`),
  ].join('\n')
}

/** What the page has called, in order, with when it did and how long that took, in milliseconds, and how much code it has loaded. */
const calls = () => {
  const loaded = performance.getEntriesByType('resource')
  const isCall = ({ name }: PerformanceEntry) => new URL(name).pathname.startsWith('/api/')
  return [
    ...loaded.filter(isCall).map(({ name, startTime, duration }) => {
      const { pathname, search } = new URL(name)
      return `${Math.round(startTime)} +${Math.round(duration)} ${pathname}${search}`
    }),
    `${Math.round(performance.now())} now, ${loaded.length} loaded`,
  ]
}
