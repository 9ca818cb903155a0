import { execFile } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const project = fileURLToPath(new URL('..', import.meta.url))

/** Builds the web part for tests in a browser, unless what is built is newer than all that it is made of. */
export async function builtWeb() {
  const built = await changed(path.join(project, 'dist/web/index.html')).catch(() => 0)
  const sources = [path.join(project, 'vite.config.ts'), ...(await filesIn('web')), ...(await filesIn('core'))]
  const times = await Promise.all(sources.map(changed))
  if (Math.max(...times) < built) return
  // A process of its own: the test runner's own NODE_ENV would make it a build for developers.
  const vite = path.join(project, 'node_modules/vite/bin/vite.js')
  await promisify(execFile)(process.execPath, [vite, 'build'], {
    cwd: project,
    env: { ...process.env, NODE_ENV: 'production' },
  })
}

const changed = async (file: string) => (await stat(file)).mtimeMs

async function filesIn(folder: string) {
  const entries = await readdir(path.join(project, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
}
