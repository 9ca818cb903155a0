import { expect, test } from 'vitest'
import { apiDescription } from './openapi.ts'
import { referenceText } from './reference.ts'
import { describedRoutes } from './routes.ts'

const text = referenceText()

/** What the reference says of one call or command. */
const partOf = (title: string) => text.split(`\n### ${title}\n`)[1]?.split(/\n##/)[0] ?? ''

test('every call is in the reference, with its summary, who may call it, its parameters and its answers', () => {
  for (const [path, operations] of Object.entries(apiDescription().paths)) {
    for (const [method, { summary, description, parameters, responses }] of Object.entries(operations)) {
      const part = partOf(`${method.toUpperCase()} ${path}`)
      expect(part, path).toContain(summary)
      expect(part, path).toContain(description)
      for (const { name } of parameters) expect(part, path).toContain(`- \`${name}\`: `)
      for (const status of Object.keys(responses).filter((one) => one !== 'default'))
        expect(part, path).toContain(`Answers ${status}`)
    }
  }
  expect(text.match(/^### [A-Z]+ \//gm)).toHaveLength(describedRoutes.length)
})

test('every field of a call and every command is in the reference', () => {
  for (const { method, path, body } of describedRoutes) {
    const part = partOf(`${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    for (const name of Object.keys(body && 'shape' in body ? Object(body.shape) : {}))
      expect(part, path).toContain(`\`${name}\``)
  }
  const { Failure: _, ...commands } = apiDescription().components.schemas
  for (const name of Object.keys(commands)) expect(text).toContain(`\n### ${name}\n`)
  expect(partOf('CycleTask')).toContain('- `taskId`: uuid')
})
