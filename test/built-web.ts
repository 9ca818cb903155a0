import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const project = fileURLToPath(new URL('..', import.meta.url))

/** Builds the web part for tests in a browser, unless what is built is newer than all that it is made of. */
export async function builtWeb() {
  const built = await changed(path.join(project, 'dist/web/index.html')).catch(() => 0)
  const sources = [path.join(project, 'vite.config.ts'), ...(await filesIn('web')), ...(await filesIn('core'))]
  const times = await Promise.all(sources.map(changed))
  if (Math.max(...times) < built) return
  await build({ configFile: path.join(project, 'vite.config.ts'), logLevel: 'warn' })
}

const changed = async (file: string) => (await stat(file)).mtimeMs

async function filesIn(folder: string) {
  const entries = await readdir(path.join(project, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
}
