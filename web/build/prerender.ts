import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import type * as entry from '#web/public/prerender-entry.tsx'
import { builtFiles } from './built-files.ts'
import { reach, sheets } from './first-load.ts'
import { type GeneratedTexts, guideModules } from './guides.ts'
import { fileOf, prerenderedPage } from './prerendered-page.ts'

/**
 * Renders the public pages to HTML files in the build's `pages` folder, so that they can be read before any script runs. React
 * then hydrates the interactive ones.
 */
export const prerenderPublicPages = (generated: GeneratedTexts): Plugin => ({
  name: 'prerender-public-pages',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  async writeBundle({ dir = '' }, bundle) {
    const built = builtFiles(bundle)
    const [scheme = ''] = reach(built, ['web/style/scheme.ts'])
    const template = await readFile(join(dir, 'index.html'), 'utf8')
    // Concurrent builds must not delete each other's files.
    const folder = join(dir, '..', `prerender-${process.pid}`)
    const { publicPages, markupOf } = await serverRendering(folder, generated)
    for (const { page, modules } of publicPages) {
      const needed = reach(built, ['web/app/main.tsx', 'public/public-pages.tsx', ...modules])
      const styles = [...sheets(built, needed)]
      const files = page.live
        ? { styles, scripts: [...needed] }
        : {
            styles: [
              await combined(
                dir,
                styles.map((name) => built.css[name] ?? ''),
              ),
            ],
            scripts: [scheme],
          }
      const file = join(dir, 'pages', fileOf(page.path))
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, prerenderedPage(template, page, await markupOf(page.path), files))
    }
    await rm(folder, { recursive: true })
  },
})

/** Writes one style sheet for a read-only page instead of one for each of its parts; returns its name. */
async function combined(dir: string, sheets: readonly string[]) {
  const css = sheets.join('\n')
  const name = `static/page-${createHash('sha256').update(css).digest('base64url').slice(0, 8)}.css`
  await writeFile(join(dir, name), css)
  return name
}

/** Builds the public pages for Node, in addition to the browsers' build. */
async function serverRendering(folder: string, generated: GeneratedTexts): Promise<typeof entry> {
  await build({
    configFile: false,
    root: 'web',
    logLevel: 'warn',
    plugins: [react(), guideModules(generated)],
    build: { ssr: 'public/prerender-entry.tsx', outDir: folder, emptyOutDir: true, assetsDir: 'static' },
  })
  return createRequire(import.meta.url)(join(folder, 'prerender-entry.js'))
}
