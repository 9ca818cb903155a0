import type { ESTree } from 'vite'
import { isTest, propertyOf, type Source, visit } from './source.ts'

/** Fields that browsers draw and read in their own language. */
const nativeFields = new Set(['date', 'time', 'datetime-local', 'month', 'week', 'number'])
/** They write or order in the language of the browser, or of the server, unless they are told which. */
const writers = new Set(['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'])
const languages = new Set(['en-GB', 'en', 'sv-SE'])

/**
 * Places where the product's days, times and numbers would depend on the language of the browser: its own date and time fields,
 * and formats without a language. `sv-SE` is the one that writes days as in '2026-11-23'.
 */
export function foreignFormats(source: Source): string[] {
  if (isTest(source.path) || /^(test|bench)\//.test(source.path)) return []
  const found: string[] = []
  visit(source, (fault) => ({
    JSXAttribute({ name, value }) {
      const isType = name.type === 'JSXIdentifier' && name.name === 'type'
      if (isType && value?.type === 'Literal' && nativeFields.has(String(value.value)))
        found.push(fault(value, `a field of the browser's own (${value.value}): use DateField or TimeInput`))
    },
    CallExpression(node) {
      if (node.callee.type === 'MemberExpression' && writers.has(propertyOf(node.callee) ?? '') && !isTold(node))
        found.push(fault(node, 'a format in the language of the browser'))
      if (isOfIntl(node.callee) && !isTold(node) && !asksForZone(node, source))
        found.push(fault(node, 'a format in the language of the browser'))
    },
    NewExpression(node) {
      if (isOfIntl(node.callee) && !isTold(node)) found.push(fault(node, 'a format in the language of the browser'))
    },
  }))
  return found
}

const isOfIntl = (node: ESTree.Node) =>
  node.type === 'MemberExpression' && node.object.type === 'Identifier' && node.object.name === 'Intl'

const isTold = ({ arguments: [language] }: ESTree.CallExpression | ESTree.NewExpression) =>
  language?.type === 'Literal' && languages.has(String(language.value))

/** `Intl.DateTimeFormat().resolvedOptions().timeZone` writes nothing. */
const asksForZone = ({ end }: ESTree.CallExpression, { text }: Source) =>
  text.slice(end).startsWith('.resolvedOptions().timeZone')
