import { join } from 'node:path'
import { compileFunction } from 'node:vm'
import { build, type Plugin } from 'vite'
import type { Page } from './page.ts'

type IndexedDbEngine = typeof import('fake-indexeddb')

/** A change of the product's source, to see that the simulation finds what it breaks. */
export type SourceChange = { file: string; from: string; to: string }

/** Code that runs anew for each page or device, with globals of its own, so that many share this process. */
export type PageCode = {
  page(globals: object, overrides: Record<string, unknown>): Page
  indexedDb(globals: object): IndexedDbEngine
}

const root = join(import.meta.dirname, '../../..')

/** Bundles the page's code, with changes to the product if asked. What holds no state is shared by all pages. */
export async function pageCode(changes: readonly SourceChange[] = []): Promise<PageCode> {
  const page = await functionOf<{ openPage(): Page }>('test/simulation/page/page.ts', isShared, [
    ...changes,
    workerByName,
  ])
  const engine = await functionOf<IndexedDbEngine>('node_modules/fake-indexeddb/build/esm/index.js', () => false)
  return {
    page: (globals, overrides) => page(globals, overrides).openPage(),
    indexedDb: (globals) => engine(globals),
  }
}

/** Messages on the screen, which each page is given as `overrides`. */
export const toasts = '#web/ui/states/toast.tsx'
const given = ['socket.io-client', toasts]

/** Pure modules and libraries. */
const isShared = (id: string) =>
  /^(#core\/|zod|react$|react\/|jose|use-sync-external-store)/.test(id) || given.includes(id)

/** The build would make a file of its own of the worker. */
const workerByName: SourceChange = {
  file: 'web/sync/photos/shrink/shrink-photo.ts',
  from: "new URL('./shrink-worker.ts', import.meta.url)",
  to: "'shrink-worker.ts'",
}

/** The globals that a page finds; naming those it is not given keeps it from the real ones. */
const globalNames = [
  ...['globalThis', 'window', 'self', 'document', 'location', 'navigator', 'process', 'console', 'scheduler'],
  ...['fetch', 'indexedDB', 'IDBKeyRange', 'localStorage', 'sessionStorage', 'BroadcastChannel', 'WebSocket'],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'requestAnimationFrame'],
  ...['Date', 'Math', 'crypto', 'performance', 'AbortSignal', 'addEventListener', 'removeEventListener', 'Worker'],
  ...['XMLHttpRequest', 'OffscreenCanvas', 'FormData', 'structuredClone'],
]

async function functionOf<Exports>(
  entry: string,
  external: (id: string) => boolean,
  changes: readonly SourceChange[] = [],
) {
  const { code, imports } = await bundled(entry, external, changes)
  const own = imports.filter((id) => !given.includes(id))
  const shared = Object.fromEntries(await Promise.all(own.map(async (id) => [id, await import(id)] as const)))
  const body = compileFunction(code, ['module', 'exports', 'require', ...globalNames], { filename: `${entry}.bundle` })
  return (globals: object, overrides: Record<string, unknown> = {}) => {
    const module: object = { exports: {} }
    const require = (id: string) => overrides[id] ?? shared[id]
    body(module, Reflect.get(module, 'exports'), require, ...globalNames.map((name) => Reflect.get(globals, name)))
    const exported: Exports = Reflect.get(module, 'exports')
    return exported
  }
}

async function bundled(entry: string, external: (id: string) => boolean, changes: readonly SourceChange[]) {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [changing(changes)],
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      lib: { entry: join(root, entry), formats: ['cjs'] },
      rolldownOptions: { external, output: { codeSplitting: false, dynamicImportInCjs: false, exports: 'named' } },
    },
  })
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const [chunk, ...others] = outputs.filter((one) => one.type === 'chunk')
  if (!chunk || others.length > 0) throw new Error(`${entry} is not one bundle`)
  const imports = new Set([...chunk.imports, ...chunk.dynamicImports])
  // What the product loads later is in this bundle too.
  imports.delete(chunk.fileName)
  return { code: chunk.code, imports: [...imports] }
}

/** Applies each change to its file; a change that no longer fits fails. */
const changing = (changes: readonly SourceChange[]): Plugin => ({
  name: 'changes-of-the-source',
  enforce: 'pre',
  transform(code, id) {
    const here = changes.filter(({ file }) => id.endsWith(`/${file}`))
    if (here.length === 0) return undefined
    return here.reduce((text, { file, from, to }) => {
      if (text.split(from).length !== 2) throw new Error(`${file} does not have '${from}' once`)
      return text.replace(from, () => to)
    }, code)
  },
})
