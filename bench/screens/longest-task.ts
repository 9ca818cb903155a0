import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { type Row, row } from '#bench/harness/measure.ts'
import { password, type RunningProduct } from '#bench/harness/running-product.ts'
import type { CommandsAnswer } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'
import { desktop } from '#test/browser/screens.ts'

/** The processor of a cheap phone against this one. */
export const slowdown = 4
/** A frame may take this long, in milliseconds. */
const longestFrame = 100

/** Signs in on a page of its own; `longest` measures its longest task during an action, with the processor slowed down four times. */
export async function signedIn(browser: Browser, product: RunningProduct, email: string, look = desktop) {
  const context = await browser.newContext({ ...look, baseURL: product.url })
  await context.request.post(paths.login, { data: { email, password }, headers: { origin: product.url } })
  const page = await context.newPage()
  const slow = await context.newCDPSession(page)
  const longest = async (name: string, act: () => Promise<void>): Promise<Row> => {
    await slow.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const ours = await longestTask(browser, page, act)
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    return row(name, 'ms', { ours, floor: longestFrame, most: 1 })
  }
  return { context, page, longest, slow }
}

type TraceEvent = { name: string; ph: string; pid: number; tid: number; dur?: number; args?: { name?: string } }

/** The longest task of the page's main thread during an action, in milliseconds. */
async function longestTask(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  })
  await act()
  const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString())
  const main = new Set(
    trace.traceEvents
      .filter((one) => one.name === 'thread_name' && one.args?.name === 'CrRendererMain')
      .map((one) => `${one.pid}/${one.tid}`),
  )
  const tasks = trace.traceEvents.filter(
    (one) => one.ph === 'X' && one.name.endsWith('RunTask') && main.has(`${one.pid}/${one.tid}`),
  )
  if (tasks.length === 0) throw new Error('The trace contains no task of the page')
  return Math.max(...tasks.map((one) => one.dur ?? 0)) / 1_000
}

export type SendCommands = (commands: { type: string; data: object }[]) => Promise<void>

/** Sends commands, at most 100 at once. */
export const commandSender =
  (product: RunningProduct, token: string): SendCommands =>
  async (commands) => {
    const happenedAt = new Date().toISOString()
    const body = { commands: commands.map((one) => ({ ...one, commandId: randomUUID(), happenedAt })) }
    const answer = await product.post(paths.commands, body, token)
    const { results }: CommandsAnswer = await answer.json()
    const refused = results.find((one) => one.status !== 'accepted')
    if (refused) throw new Error(`A command was refused: ${JSON.stringify(refused)}`)
  }

export const createJob = (jobId: string, apartmentName: string, tasks: object[]) => ({
  type: 'CreateJob',
  data: { jobId, apartmentName, createdAt: '2026-11-20', tasks },
})
