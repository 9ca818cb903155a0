import { expect, test } from 'vitest'
import { dangers } from './dangerous-code.ts'

const found = (text: string, path = 'web/ui/a.tsx') => dangers({ path, text })

test.each([
  'element.innerHTML = name',
  "element['outerHTML'] = name",
  "element.insertAdjacentHTML('beforeend', name)",
  'document.write(name)',
  'const a = <p dangerouslySetInnerHTML={{ __html: name }} />',
  'const props = { dangerouslySetInnerHTML: { __html: name } }',
  'const a = <iframe srcDoc={name} />',
  'eval(name)',
  'new Function(name)',
  "import { exec } from 'node:child_process'",
  "import * as processes from 'child_process'",
  "spawn('ls', [name], { shell: true })",
])('a text that becomes markup, code or a line of a shell is found: %s', (text) => {
  expect(found(text)).toHaveLength(1)
})

test.each([
  'element.textContent = name',
  'const a = <p>{name}</p>',
  '/a/.exec(name)',
  "import { execFile, spawn } from 'node:child_process'",
  "spawn('ls', [name], { shell: false })",
])('a text that stays one is left alone: %s', (text) => {
  expect(found(text)).toEqual([])
})

test('only the product is searched', () => {
  expect(found('eval(name)', 'test/server/a.ts')).toEqual([])
  expect(found('eval(name)', 'api/server/a.test.ts')).toEqual([])
})
