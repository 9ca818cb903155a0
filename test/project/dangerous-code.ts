import type { ESTree } from 'vite'
import { isTest, propertyOf, type Source, visit } from './source.ts'

/** They take a text for markup. */
const markup = new Set(['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'dangerouslySetInnerHTML', 'srcdoc', 'srcDoc'])
/** They take a text for code. */
const evaluators = new Set(['eval', 'Function'])
/** They hand a text to a shell. */
const shells = new Set(['exec', 'execSync'])

/**
 * Places where the product takes a text for markup, for code or for a line of a shell, through which what people write could
 * become any of these.
 */
export function dangers(source: Source): string[] {
  if (isTest(source.path) || /^(test|bench)\//.test(source.path)) return []
  const found: string[] = []
  visit(source, (fault) => ({
    MemberExpression(node) {
      const property = propertyOf(node) ?? ''
      const isDocument = node.object.type === 'Identifier' && node.object.name === 'document'
      if (markup.has(property) || (isDocument && /^write(ln)?$/.test(property)))
        found.push(fault(node, `a text taken for markup (${property})`))
    },
    JSXAttribute(node) {
      if (node.name.type === 'JSXIdentifier' && markup.has(node.name.name))
        found.push(fault(node, `a text taken for markup (${node.name.name})`))
    },
    CallExpression(node) {
      if (isNamed(node.callee, evaluators)) found.push(fault(node, 'a text taken for code'))
    },
    NewExpression(node) {
      if (isNamed(node.callee, evaluators)) found.push(fault(node, 'a text taken for code'))
    },
    ImportDeclaration(node) {
      if (!/^(node:)?child_process$/.test(node.source.value)) return
      for (const one of node.specifiers)
        if (one.type !== 'ImportSpecifier' || isNamed(one.imported, shells)) found.push(fault(one, 'a way to a shell'))
    },
    Property(node) {
      if (isNamed(node.key, new Set(['shell'])) && !(node.value.type === 'Literal' && node.value.value === false))
        found.push(fault(node, 'a way to a shell'))
      if (isNamed(node.key, markup)) found.push(fault(node, 'a text taken for markup'))
    },
  }))
  return found
}

const isNamed = (node: ESTree.Node, names: ReadonlySet<string>) => node.type === 'Identifier' && names.has(node.name)
