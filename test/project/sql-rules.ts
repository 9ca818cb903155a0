import type { ESTree } from 'vite'
import { isTest, rootOf, type Source, visit } from './source.ts'

const covered = new Set(['ledger', 'api', 'projector', 'cli'])

/** Statements, and clauses that a statement is built from. */
const sqlText = [
  /\bselect\b[^.]*\bfrom\s+[\w$("]/,
  /\binsert\s+into\s/,
  /\bupdate\s+(only\s+)?[\w$"]+\s+(\w+\s+)?set\s/,
  /\bdelete\s+from\s/,
  /^\s*with\s+(recursive\s+)?\w+\s+(\([^)]*\)\s+)?as\s/,
  /^\s*create\s+(or replace|temp|table|database|role|index|unique|function|policy|schema|type)\b/,
  /^\s*(select|copy|truncate|lock table|alter|drop|grant|revoke|declare|fetch|listen|notify|vacuum|analyze)\s+[\w"$]+/,
  /^\s*(begin|commit|rollback|savepoint \w+|start transaction)\s*($|;|isolation|read)/,
  /^\s*set\s+(local|session|transaction)\s/,
  /^\s*(where|and|or|order by|group by|having|union all|union|limit|on conflict|returning|(left |cross |inner )?join)\s+[\w$("]/,
]
/** Statements that name a table in their text, which the compiler cannot check; a function's name is not one. */
const namesTable = [
  /\bselect\b[\s\S]*?(?<!\bdistinct )\b(from|join)\s+(lateral\s+)?(only\s+)?[a-z_]+\b(?!\s*\()/,
  /\binsert\s+into\s+[a-z_]/,
  /\bupdate\s+(only\s+)?[a-z_]+\s+(\w+\s+)?set\s/,
  /\bdelete\s+from\s+[a-z_]/,
]

/**
 * Where a file holds SQL as text, with its first words. The builder's own template, `sql`, may hold a clause or a statement
 * that the builder has no method for, but no name of a table: that is a reference.
 */
export function sqlTexts(source: Source): string[] {
  if (!covered.has(rootOf(source.path)) || isTest(source.path)) return []
  const found: string[] = []
  const ofBuilder = new WeakSet<object>()
  const look = (text: string, patterns: RegExp[], fault: (what: string) => string) => {
    if (patterns.some((pattern) => pattern.test(text)))
      found.push(fault(`SQL: ${text.trim().replace(/\s+/g, ' ').slice(0, 60)}`))
  }
  visit(source, (fault) => ({
    TaggedTemplateExpression(node) {
      if (isBuilder(node.tag)) ofBuilder.add(node.quasi)
    },
    TemplateLiteral(node) {
      const text = node.quasis.map((part) => part.value.cooked ?? '').join('$')
      look(text, ofBuilder.has(node) ? namesTable : sqlText, (what) => fault(node, what))
    },
    Literal(node) {
      if (typeof node.value === 'string') look(node.value, sqlText, (what) => fault(node, what))
    },
  }))
  return found
}

const isBuilder = (tag: ESTree.Expression) => tag.type === 'Identifier' && tag.name === 'sql'
