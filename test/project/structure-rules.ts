import { posix } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

/** A file of the project: its path from the root, and its text. */
export type Source = { path: string; text: string }

/** Which folders a folder may import from; those that are not named here are free. */
const reach: Record<string, (area: string) => boolean> = {
  core: (area) => area === 'core',
  ledger: (area) => area === 'core' || area === 'ledger',
  api: (area) => ['core', 'ledger', 'api'].includes(area),
  projector: (area) => ['core', 'ledger', 'projector'].includes(area),
  web: (area) => area === 'core' || area === 'web',
  cli: (area) => area !== 'web',
}
const packagesOfCore = /^zod(\/|$)/
const packagesOfCoreTests = /^(zod|vitest|fast-check)(\/|$)/
const readsEnvironment = /^(cli|test|bench)\/|(^|\/)config\.ts$|^(vite|vitest)\.config\.ts$/

/** Names that reach for a clock, chance or the outside. `Date` and `Math` have rules of their own. */
const impure = new Set(
  `process crypto fetch performance console globalThis self window navigator localStorage sessionStorage indexedDB
  setTimeout setInterval setImmediate queueMicrotask requestAnimationFrame XMLHttpRequest WebSocket EventSource Worker
  Temporal require eval`.split(/\s+/),
)
const leftOut = new Set(['skip', 'only', 'todo', 'fails', 'skipIf', 'runIf'])
const suites = new Set(['test', 'it', 'describe', 'suite', 'bench'])

export const isTest = (path: string) => /\.test\.tsx?$/.test(path)
export const isScript = (path: string) => /\.tsx?$/.test(path)
const areaOf = (path: string) => path.split('/')[0] ?? ''

/** The imports that a file may not have. */
export const forbiddenImports = (source: Source): string[] =>
  importsOf(source).flatMap(({ to, line }) => {
    const area = areaOf(source.path)
    const allowed = reach[area]
    if (!allowed) return []
    const fault = `${source.path}:${line} imports ${to ?? 'something computed'}`
    if (to === undefined) return [fault]
    if (!/^[.#]/.test(to)) {
      const packages = isTest(source.path) ? packagesOfCoreTests : packagesOfCore
      return area !== 'core' || packages.test(to) ? [] : [fault]
    }
    const target = to.startsWith('#') ? to.slice(1) : posix.join(posix.dirname(source.path), to)
    if (isTest(source.path) && areaOf(target) === 'test') return []
    const isOfRoot = !target.includes('/')
    return (isOfRoot && area !== 'core') || allowed(areaOf(target)) ? [] : [fault]
  })

/** Where core reaches for a clock, chance or the outside. */
export function impurities(source: Source): string[] {
  if (areaOf(source.path) !== 'core' || isTest(source.path)) return []
  const found: string[] = []
  const fine = new WeakSet<object>()
  const isName = (node: { type: string }) => fine.add(node)
  visit(source, (say) => ({
    MemberExpression(node) {
      if (!node.computed) isName(node.property)
      const property = propertyOf(node)
      if (node.object.type !== 'Identifier') return
      if (node.object.name === 'Date' && (property === 'parse' || property === 'UTC')) fine.add(node.object)
      if (node.object.name === 'Math' && property !== undefined && property !== 'random') fine.add(node.object)
    },
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length > 0)
        fine.add(node.callee)
    },
    Property(node) {
      if (!node.computed && !node.shorthand) isName(node.key)
    },
    TSPropertySignature(node) {
      if (!node.computed) isName(node.key)
    },
    MetaProperty(node) {
      found.push(say(node, 'import.meta'))
    },
    Identifier(node) {
      const reaches = impure.has(node.name) || node.name === 'Date' || node.name === 'Math'
      if (reaches && !fine.has(node)) found.push(say(node, node.name))
    },
  }))
  return found
}

/** Where the environment is read outside the files that are for it. */
export function environmentReads(source: Source): string[] {
  if (readsEnvironment.test(source.path)) return []
  const found: string[] = []
  const isProcess = (node: ESTree.Expression | ESTree.Super | null) =>
    (node?.type === 'Identifier' && node.name === 'process') ||
    (node?.type === 'MemberExpression' && propertyOf(node) === 'process')
  visit(source, (say) => ({
    MemberExpression(node) {
      if (isProcess(node.object) && propertyOf(node) === 'env') found.push(say(node, 'process.env'))
    },
    VariableDeclarator(node) {
      if (isProcess(node.init) && node.id.type === 'ObjectPattern') found.push(say(node, 'parts of process'))
    },
    ImportDeclaration(node) {
      if (/^(node:)?process$/.test(node.source.value)) found.push(say(node, 'node:process'))
    },
  }))
  return found
}

/** Tests left out, the compiler or linter silenced, work left undone. */
export function evasions(source: Source): string[] {
  const found: string[] = []
  const comments = visit(source, (say) => ({
    MemberExpression(node) {
      const name = rootOf(node)
      if (suites.has(name) && leftOut.has(propertyOf(node) ?? '')) found.push(say(node, `${name}.${propertyOf(node)}`))
    },
    TSAnyKeyword(node) {
      found.push(say(node, 'the type any'))
    },
    TSAsExpression(node) {
      if (node.expression.type === 'TSAsExpression') found.push(say(node, 'a cast of a cast'))
    },
  }))
  for (const comment of comments) {
    const word = /\b(?:TODO|FIXME)\b|@ts-(?:ignore|expect-error|nocheck)|biome-ignore|eslint-disable/.exec(
      comment.value,
    )?.[0]
    if (word) found.push(`${source.path}:${lineAt(source.text, comment.start)} has ${word}`)
  }
  return found
}

/** Places of one machine, which mean nothing on another. */
export const machinePaths = ({ path, text }: Source): string[] =>
  [...text.matchAll(/(?<![\w.\-*])\/(?:work|root|tmp)\/|\.\.\/shared\b/g)].map(
    (found) => `${path}:${lineAt(text, found.index)} mentions ${found[0]}`,
  )

export const linesOf = ({ text }: Source) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length

const propertyOf = (node: ESTree.MemberExpression): string | undefined => {
  if (!node.computed) return node.property.type === 'Identifier' ? node.property.name : undefined
  return node.property.type === 'Literal' ? String(node.property.value) : undefined
}

const rootOf = (node: ESTree.Expression | ESTree.Super): string => {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression') return rootOf(node.object)
  return node.type === 'CallExpression' ? rootOf(node.callee) : ''
}

type Node = { start: number }
type Rules = ConstructorParameters<typeof Visitor>[0]

/** Walks a file's syntax tree; `say` makes a fault of a node and what it has. Answers the comments. */
function visit({ path, text }: Source, rules: (say: (node: Node, what: string) => string) => Rules) {
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  new Visitor(rules((node, what) => `${path}:${lineAt(text, node.start)} has ${what}`)).visit(program)
  return comments
}

function importsOf(source: Source): { to: string | undefined; line: number }[] {
  const found: { to: string | undefined; line: number }[] = []
  const add = (node: Node, to: ESTree.Expression | null) =>
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
