import type { ESTree } from 'vite'
import { isTest, lineAt, propertyOf, rootOf, type Source, visit } from './source.ts'

const readsEnvironment = /^(cli|test|bench)\/|(^|\/)config\.ts$|^(vite|vitest)\.config\.ts$/

/** Names that give access to a clock, randomness or the outside. `Date` and `Math` have their own rules. */
const impure = new Set(
  `process crypto fetch performance console globalThis self window navigator localStorage sessionStorage indexedDB
  setTimeout setInterval setImmediate queueMicrotask requestAnimationFrame XMLHttpRequest WebSocket EventSource Worker
  Temporal require eval`.split(/\s+/),
)
const evading = new Set(['skip', 'only', 'todo', 'fails', 'skipIf', 'runIf'])
const suites = new Set(['test', 'it', 'describe', 'suite', 'bench'])

/** Uses of a clock, randomness or the outside in core. */
export function impurities(source: Source): string[] {
  if (rootOf(source.path) !== 'core' || isTest(source.path)) return []
  const found: string[] = []
  const fine = new WeakSet<object>()
  const isName = (node: { type: string }) => fine.add(node)
  visit(source, (fault) => ({
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
      found.push(fault(node, 'import.meta'))
    },
    Identifier(node) {
      const reaches = impure.has(node.name) || node.name === 'Date' || node.name === 'Math'
      if (reaches && !fine.has(node)) found.push(fault(node, node.name))
    },
  }))
  return found
}

/** Reads of the environment outside the settings files. */
export function environmentReads(source: Source): string[] {
  if (readsEnvironment.test(source.path)) return []
  const found: string[] = []
  const isProcess = (node: ESTree.Expression | ESTree.Super | null) =>
    (node?.type === 'Identifier' && node.name === 'process') ||
    (node?.type === 'MemberExpression' && propertyOf(node) === 'process')
  visit(source, (fault) => ({
    MemberExpression(node) {
      if (isProcess(node.object) && propertyOf(node) === 'env') found.push(fault(node, 'process.env'))
    },
    VariableDeclarator(node) {
      if (isProcess(node.init) && node.id.type === 'ObjectPattern') found.push(fault(node, 'parts of process'))
    },
    ImportDeclaration(node) {
      if (/^(node:)?process$/.test(node.source.value)) found.push(fault(node, 'node:process'))
    },
  }))
  return found
}

/** Skipped tests, a silenced compiler or linter, unfinished work. */
export function evasions(source: Source): string[] {
  const found: string[] = []
  const comments = visit(source, (fault) => ({
    MemberExpression(node) {
      const name = leftmost(node)
      if (suites.has(name) && evading.has(propertyOf(node) ?? ''))
        found.push(fault(node, `${name}.${propertyOf(node)}`))
    },
    TSAnyKeyword(node) {
      found.push(fault(node, 'the type any'))
    },
    TSAsExpression(node) {
      if (node.expression.type === 'TSAsExpression') found.push(fault(node, 'a cast of a cast'))
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

/** Paths of one machine, which mean nothing on another. */
export const machinePaths = ({ path, text }: Source): string[] =>
  [...text.matchAll(/(?<![\w.\-*])\/(?:work|root|tmp)\/|\.\.\/shared\b/g)].map(
    (found) => `${path}:${lineAt(text, found.index)} mentions ${found[0]}`,
  )

const leftmost = (node: ESTree.Expression | ESTree.Super): string => {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression') return leftmost(node.object)
  return node.type === 'CallExpression' ? leftmost(node.callee) : ''
}
