import type { Page } from 'playwright-core'

/** Lines kept of a page, and characters of a message. */
const most = { lines: 8, text: 60 }

const linesOf = new WeakMap<Page, string[]>()

/** What the sockets of a page have done last, with the milliseconds since it was first watched. */
export const socketLines = (page: Page): readonly string[] => linesOf.get(page) ?? []

/** Notes what the sockets of a page do, from now on. */
export function watchSockets(page: Page) {
  const began = performance.now()
  const lines: string[] = []
  const note = (happening: string) => {
    lines.push(`${Math.round(performance.now() - began)} ${happening}`)
    if (lines.length > most.lines) lines.shift()
  }
  linesOf.set(page, lines)
  page.on('websocket', (socket) => {
    note('opening')
    const brief = (payload: string | Buffer) => String(payload).slice(0, most.text)
    socket.on('framesent', ({ payload }) => note(`sent ${brief(payload)}`))
    socket.on('framereceived', ({ payload }) => note(`received ${brief(payload)}`))
    socket.on('socketerror', (error) => note(`error ${error}`))
    socket.on('close', () => note('closed'))
  })
}
