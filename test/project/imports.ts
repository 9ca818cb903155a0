import { posix } from 'node:path'
import type { ESTree } from 'vite'
import { folderOf, mayImport, mayUse } from './map.ts'
import { isScript, isTest, lineAt, rootOf, type Source, visit } from './source.ts'

const packagesOfCore = /^zod(\/|$)/
const packagesOfCoreTests = /^(zod|vitest|fast-check)(\/|$)/
const mayComputeImports = new Set(['test', 'bench'])

/** The imports of a file that the map forbids, and those in the wrong style. */
export function forbiddenImports(source: Source): string[] {
  if (!source.path.includes('/')) return []
  return importsOf(source).flatMap(({ to, line }) => {
    const why = faultOf(source.path, to)
    return why ? [`${source.path}:${line} imports ${to ?? 'a computed path'}: ${why}`] : []
  })
}

function faultOf(path: string, to: string | undefined): string | undefined {
  const root = rootOf(path)
  if (to === undefined) return mayComputeImports.has(root) ? undefined : 'an import must be spelt out'
  if (/^\.\.(\/|$)/.test(to)) return 'a file outside the folder is imported from #'
  if (!/^[.#]/.test(to)) {
    const packages = isTest(path) ? packagesOfCoreTests : packagesOfCore
    return root !== 'core' || packages.test(to) ? undefined : 'core uses no package but zod'
  }
  const target = pathOf(path, to)
  if (!target.includes('/')) return root === 'core' ? 'core uses no file of the project root' : undefined
  if (isTest(path)) return rootOf(target) === 'test' ? undefined : faultBetweenRoots(path, target)
  const [from, place] = [folderOf(path), folderOf(target)]
  if (!from || !place) return faultBetweenRoots(path, target)
  return mayImport(from, place) ? undefined : `${from.name} may not import ${place.name}`
}

const faultBetweenRoots = (path: string, target: string) =>
  mayUse(rootOf(path), rootOf(target)) ? undefined : `${rootOf(path)} may not import ${rootOf(target)}`

const pathOf = (path: string, to: string) => (to.startsWith('#') ? to.slice(1) : posix.join(posix.dirname(path), to))

type Graph = Map<string, Set<string>>

/** The files that each file imports, type-only imports included. */
export function fileGraph(sources: Source[]): Graph {
  const paths = new Set(sources.map(({ path }) => path))
  return new Map(
    sources.map((source) => {
      const targets = importsOf(source).flatMap(({ to }) => (to && /^[.#]/.test(to) ? [pathOf(source.path, to)] : []))
      return [source.path, new Set(targets.filter((target) => paths.has(target)))]
    }),
  )
}

/** The folders that each folder of the map imports. Tests are left out: they may use code above the code they test. */
export function folderGraph(files: Graph): Graph {
  const folders: Graph = new Map()
  for (const [path, targets] of files) {
    const from = folderOf(path)?.name
    if (!from || isTest(path)) continue
    const known = folders.get(from) ?? new Set()
    for (const target of targets) known.add(folderOf(target)?.name ?? target)
    known.delete(from)
    folders.set(from, known)
  }
  return folders
}

/** The sibling folders that each folder imports, at every depth. Tests are left out. */
export function siblingGraph(files: Graph): Graph {
  const siblings: Graph = new Map()
  for (const [path, targets] of files) {
    const from = posix.dirname(path).split('/')
    for (const target of isTest(path) ? [] : targets) {
      const to = posix.dirname(target).split('/')
      const shared = from.findIndex((name, depth) => name !== to[depth])
      if (shared < 0 || to[shared] === undefined) continue
      const [one, other] = [from, to].map((parts) => parts.slice(0, shared + 1).join('/'))
      if (one && other) siblings.set(one, (siblings.get(one) ?? new Set()).add(other))
    }
  }
  return siblings
}

/** Circles of a graph, each as its path: `a -> b -> a`. Finds at least one if there is any. */
export function circlesIn(graph: Graph): string[] {
  const circles: string[] = []
  const done = new Set<string>()
  const walk = (node: string, way: string[]) => {
    const start = way.indexOf(node)
    if (start >= 0) circles.push([...way.slice(start), node].join(' -> '))
    if (start >= 0 || done.has(node)) return
    for (const next of graph.get(node) ?? []) walk(next, [...way, node])
    done.add(node)
  }
  for (const node of graph.keys()) walk(node, [])
  return circles
}

/** The scripts without a place on the map. */
export const unmapped = (paths: string[]): string[] =>
  paths.filter((path) => isScript(path) && path.includes('/') && !folderOf(path))

/** The folders that hold more scripts than `most`, tests not counted, with their number. */
export function crowdedFolders(paths: string[], most: number): string[] {
  const counts = new Map<string, number>()
  for (const path of paths)
    if (isScript(path) && !isTest(path)) {
      const folder = posix.dirname(path)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
  return [...counts].filter(([, count]) => count > most).map(([folder, count]) => `${folder} holds ${count} files`)
}

function importsOf(source: Source): { to: string | undefined; line: number }[] {
  const found: { to: string | undefined; line: number }[] = []
  const add = (node: { start: number }, to: ESTree.Expression | null) =>
    void found.push({
      to: to?.type === 'Literal' && typeof to.value === 'string' ? to.value : undefined,
      line: lineAt(source.text, node.start),
    })
  visit(source, () => ({
    ImportDeclaration(node) {
      add(node, node.source)
    },
    ExportAllDeclaration(node) {
      add(node, node.source)
    },
    ExportNamedDeclaration(node) {
      if (node.source) add(node, node.source)
    },
    ImportExpression(node) {
      add(node, node.source)
    },
    TSImportType(node) {
      add(node, node.source)
    },
  }))
  return found
}
