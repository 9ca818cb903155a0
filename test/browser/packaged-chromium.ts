import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { lock } from '#cli/database/file-lock.ts'

export type PackagedChromium = { executablePath: string; env: NodeJS.ProcessEnv }

/** The Chromium of the package @sparticuz/chromium: unpacked once for all test processes, with its libraries and fonts. */
export async function packagedChromium(): Promise<PackagedChromium> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('Install Chromium or Google Chrome for the browser tests, or set CHROMIUM_PATH.')
  const folder = await unpacked()
  const executablePath = path.join(folder, 'chromium')
  const env = { ...process.env, FONTCONFIG_FILE: path.join(folder, 'fonts.conf') }
  // A small machine may lack the few libraries that Chromium needs; the package has them as well.
  const complete = spawnSync(executablePath, ['--version']).status === 0
  return { executablePath, env: complete ? env : { ...env, LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib') } }
}

async function unpacked(): Promise<string> {
  const description = findPackageJSON('@sparticuz/chromium', import.meta.url)
  if (!description) throw new Error('The package @sparticuz/chromium is missing: run npm ci.')
  const { version } = JSON.parse(await readFile(description, 'utf8'))
  const cache = path.resolve(import.meta.dirname, '../..', 'node_modules', '.cache')
  const folder = path.join(cache, `chromium-${version}`)
  await mkdir(cache, { recursive: true })
  const unpacking = await lock(`${folder}.lock`, 'exclusive')
  try {
    if (!existsSync(folder)) await unpackInto(folder)
    await nameFonts(folder)
    return folder
  } finally {
    unpacking.release()
  }
}

/** The package unpacks to the temporary folder and mistakes a killed run's partial file for a whole one, so it gets an empty folder. */
async function unpackInto(folder: string) {
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished)
  const unpack = `(await import('@sparticuz/chromium')).default.executablePath()`
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpack], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: unfinished, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' }, // which makes it unpack its libraries
  })
  await rename(unfinished, folder)
}

/** Names the folder of the fonts, again after it has moved with its project: a Chromium without any font ends at the first odd character. */
async function nameFonts(folder: string) {
  const file = path.join(folder, 'fonts.conf')
  const named = fontsIn(path.join(folder, 'fonts'))
  if ((await readFile(file, 'utf8').catch(() => '')) !== named) await writeFile(file, named)
}

const fontsIn = (folder: string) =>
  `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><cachedir>${folder}-cache</cachedir></fontconfig>
`
