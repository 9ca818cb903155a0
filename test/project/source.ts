import { type ESTree, parseSync, Visitor } from 'vite'

/** A file of the project: its path from the root, and its text. */
export type Source = { path: string; text: string }

export const isTest = (path: string) => /\.test\.tsx?$/.test(path)
export const isScript = (path: string) => /\.tsx?$/.test(path)
export const rootOf = (path: string) => path.split('/')[0] ?? ''

export const linesOf = ({ text }: Source) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
export const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length

/** The name of the property that an expression reads, if it is a literal. */
export function propertyOf(node: ESTree.MemberExpression): string | undefined {
  if (!node.computed) return node.property.type === 'Identifier' ? node.property.name : undefined
  return node.property.type === 'Literal' ? String(node.property.value) : undefined
}

type Node = { start: number }
type Rules = ConstructorParameters<typeof Visitor>[0]

const parsed = new WeakMap<Source, ReturnType<typeof parse>>()

/** A file's syntax tree and comments, parsed once for all rules. */
function treeOf(source: Source) {
  const tree = parsed.get(source) ?? parse(source)
  parsed.set(source, tree)
  return tree
}

function parse({ path, text }: Source) {
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  return { program, comments }
}

/** Walks a file's syntax tree; `fault` reports a node's fault with its line. Returns the file's comments. */
export function visit(source: Source, rules: (fault: (node: Node, what: string) => string) => Rules) {
  const { path, text } = source
  const { program, comments } = treeOf(source)
  new Visitor(rules((node, what) => `${path}:${lineAt(text, node.start)} has ${what}`)).visit(program)
  return comments
}
