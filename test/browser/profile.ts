import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { expect } from 'vitest'
import { chromiumProgram } from './chromium.ts'

/** A Chromium whose profile outlives it, like a phone's. */
export type ProfileBrowser = {
  context: BrowserContext
  /** Ends all its processes at once, as a phone does that runs out of memory. */
  kill(): Promise<void>
}
export type Profile = { start(): Promise<ProfileBrowser>; close(): Promise<void> }

/** A new profile folder; `start` opens a Chromium on it. One runs at a time. */
export async function newProfile(): Promise<Profile> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fettle-profile-'))
  let running: ProfileBrowser | undefined
  return {
    async start() {
      running = await started(folder)
      return running
    },
    async close() {
      await running?.kill()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function started(folder: string): Promise<ProfileBrowser> {
  const { executablePath, env, flags } = await chromiumProgram()
  const port = path.join(folder, 'DevToolsActivePort')
  await rm(port, { force: true })
  const args = [...flags, '--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank']
  // A process group of its own, to end it with its children.
  const program = spawn(executablePath, args, { env, stdio: 'ignore', detached: true })
  const ended = once(program, 'exit')
  const said = async () => (await readFile(port, 'utf8').catch(() => '')).split('\n')
  await expect.poll(async () => (await said()).length, { timeout: 60_000, interval: 20 }).toBeGreaterThan(1)
  const [number] = await said()
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${number}`)
  const [context] = browser.contexts()
  if (!context) throw new Error('Chromium opened without a profile')
  return {
    context,
    async kill() {
      if (program.exitCode === null && program.signalCode === null && program.pid) process.kill(-program.pid, 'SIGKILL')
      await ended
    },
  }
}
