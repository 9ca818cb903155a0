import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

/** Pages of the menu and browser that are not part of the bundle. */
const unhashed = ['/favicon.svg', '/icon-192.png', '/manifest.webmanifest']

/**
 * Builds the service worker for the build's own files. By hand: the worker is about 80 lines without a dependency, where
 * vite-plugin-pwa would add more than 300 packages, and Workbox's own worker would weigh three times as much.
 */
export const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  async writeBundle({ dir = '' }, bundle) {
    const files = [
      ...filesOfScreens(bundle)
        .map((name) => `/${name}`)
        .sort(),
      ...unhashed,
    ]
    const version = createHash('sha256')
      .update(JSON.stringify(files))
      .update(await readFile(join(dir, 'index.html')))
      .digest('base64url')
      .slice(0, 12)
    await build({
      configFile: false,
      root: 'web',
      logLevel: 'warn',
      publicDir: false,
      define: { builtFiles: JSON.stringify({ version, files }) },
      build: {
        outDir: dir,
        emptyOutDir: false,
        rolldownOptions: {
          input: 'web/worker/service-worker.ts',
          // A classic script: not every browser runs modules as service workers.
          output: { format: 'iife', entryFileNames: 'service-worker.js' },
        },
      },
    })
  },
})

/** The scripts, style sheets, fonts and workers of the sign-in page and of every screen behind it. Other public pages are read online. */
export function filesOfScreens(bundle: Rolldown.OutputBundle): string[] {
  const reached = new Set<string>()
  const add = (name: string) => {
    const file = bundle[name]
    if (reached.has(name) || file?.type !== 'chunk') return
    reached.add(name)
    for (const style of file.viteMetadata?.importedCss ?? []) reached.add(style)
    const isPublic = file.moduleIds.some((module) => module.includes('/web/public/'))
    for (const imported of [...file.imports, ...(isPublic ? [] : file.dynamicImports)]) add(imported)
  }
  for (const file of Object.values(bundle)) if (file.type === 'chunk' && isFirst(file)) add(file.fileName)
  const fonts = Object.keys(bundle).filter((name) => name.endsWith('.woff2'))
  const workers = Object.keys(bundle).filter((name) => /-worker-[^/]+\.js$/.test(name))
  return [...reached, ...fonts, ...workers]
}

const isFirst = ({ isEntry, moduleIds }: Rolldown.OutputChunk) =>
  isEntry || moduleIds.some((module) => module.endsWith('/web/public/sign-in/auths-screen.tsx'))
