import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postgresPrograms } from '#cli/database/postgres-programs.ts'
import { stop } from '#cli/database/postgres-server.ts'
import { type RunningFettle, startFettle } from '#cli/process/running-fettle.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import type { CommandsAnswer } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'
import { launchChromium } from './chromium.ts'

const task = 'Replace kitchen mixer tap'
const password = 'long enough for us'

let folder: string
let fettle: RunningFettle
let browser: Browser
let dana: Page
let priya: Page

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fettle-two-browsers-'))
  const settings = {
    host: '127.0.0.1',
    port: 0,
    dataFolder: folder,
    environment: { ...process.env, FETTLE_LOG_LEVEL: 'error' },
  }
  fettle = await startFettle(settings, { report: () => undefined, signal: new AbortController().signal })
  browser = await launchChromium()
  const jobId = await companyWithAJob()
  ;[dana, priya] = await Promise.all([openJob(jobId), openJob(jobId)])
})
afterAll(async () => {
  await browser?.close()
  await fettle?.stop()
  await rm(folder, { recursive: true, force: true })
})

const email = 'dana@example.com'
const post = (to: string, body: unknown, token?: string) =>
  fetch(fettle.address + to, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: fettle.address,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  })

async function companyWithAJob(): Promise<string> {
  const registered = await post(paths.register, { businessName: 'Harrow & Pike', username: 'dana', email, password })
  const { token }: SignedIn = await registered.json()
  const jobId = randomUUID()
  const data = {
    jobId,
    apartmentName: '14 Marlowe Court',
    createdAt: '2026-11-20',
    tasks: [{ taskId: randomUUID(), description: task }],
  }
  const command = { commandId: randomUUID(), happenedAt: new Date().toISOString(), type: 'CreateJob', data }
  const answered: CommandsAnswer = await (await post(paths.commands, { commands: [command] }, token)).json()
  expect(answered.results[0]?.status).toBe('accepted')
  return jobId
}

/** The job in a separate signed-in browser, never reloaded after this. */
async function openJob(jobId: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: fettle.address })
  await context.request.post(paths.login, { data: { email, password }, headers: { origin: fettle.address } })
  const page = await context.newPage()
  await page.goto(`/job/${jobId}`)
  await row(page).waitFor()
  await page.evaluate(() => Object.assign(window, { neverLoadedAgain: true }))
  return page
}

const row = (page: Page) => page.getByRole('listitem').filter({ hasText: task }).first()
const status = (page: Page, is: string) => row(page).getByText(is, { exact: true })
const cycle = (page: Page) =>
  row(page)
    .getByRole('button', { name: new RegExp(task) })
    .first()
    .click()
const shows = async (page: Page, is: string) => {
  await status(page, is).waitFor()
  expect(await page.evaluate(() => 'neverLoadedAgain' in window)).toBe(true)
}

test('a task cycled in one browser changes in the other without a reload', async () => {
  await cycle(dana)
  await shows(priya, 'Completed')
  await cycle(priya)
  await shows(dana, 'To estimate')
})

test('the same when the projector is killed and restarted in between', async () => {
  const projector = fettle.programs.find(({ name }) => name === 'projector')?.processId()
  if (!projector) throw new Error('The projector does not run')
  process.kill(projector, 'SIGKILL')
  await cycle(dana)
  await shows(dana, 'Not completed')
  await shows(priya, 'Not completed')
})

test('the same when PostgreSQL is restarted in between', async () => {
  const home = path.join(folder, 'postgres')
  const cluster = path.join(home, 'cluster')
  const server = () => readFile(path.join(cluster, 'postmaster.pid'), 'utf8')
  const before = await server()
  await stop(postgresPrograms(home), cluster)
  await cycle(priya)
  await shows(priya, 'Completed')
  await shows(dana, 'Completed')
  expect(await server()).not.toBe(before)
})
