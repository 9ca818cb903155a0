import { accessSync, constants, statfsSync } from 'node:fs'
import path from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { packagedChromium } from './packaged-chromium.ts'

let shared: Promise<Browser> | undefined

/** The one Chromium of this test process, which ends with it. Tests open their own contexts in it and never close it. */
export const sharedChromium = (): Promise<Browser> => {
  shared ??= launchChromium()
  return shared
}

/** The Chromium of the tests: the one at CHROMIUM_PATH, else an installed one, else the one from npm. */
export async function chromiumProgram() {
  const installed = process.env.CHROMIUM_PATH || installedChromium()
  const program = installed ? { executablePath: installed, env: process.env } : await packagedChromium()
  return { ...program, flags }
}

/** A camera that shows moving shapes, which pages may use without asking. */
export const fakeCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

const launched = new Set<Browser>()

/** The pages that are open in the browsers of this test process. */
export const openPages = (): readonly Page[] =>
  [...launched].flatMap((browser) => browser.contexts().flatMap((context) => context.pages()))

/** Starts a headless Chromium. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const { executablePath, env } = await chromiumProgram()
  const ignoreDefaultArgs = hasRoomInMemory() ? ['--disable-dev-shm-usage'] : []
  const args = [...flags, ...more]
  const browser = await chromium.launch({ executablePath, env: defined(env), args, ignoreDefaultArgs })
  launched.add(browser)
  browser.on('disconnected', () => launched.delete(browser))
  return browser
}

/**
 * Pages of tests live for seconds: compiling their functions a second and third time takes more of the processor than it saves.
 * Without it the same 70 tests took 136 instead of 160 CPU seconds, and 134 with everything compiled once at first.
 */
const briefPages = ['--js-flags=--no-opt --no-maglev --always-sparkplug']

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...briefPages,
]

/**
 * Whether its processes may use shared memory. Playwright makes them use files, as some containers have hardly any of
 * it; where there is enough, files only cost CPU time: in a profile some 8 % of a page's time.
 */
function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 2 ** 31
  } catch {
    return false
  }
}

function installedChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const places = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return [...places, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'].find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const defined = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
