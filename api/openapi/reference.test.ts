import { expect, test } from 'vitest'
import { commandSchemas } from '#api/commands/openapi.ts'
import { describeAudience } from '#api/http/described-route.ts'
import { referenceText } from './reference.ts'
import { describedRoutes } from './routes.ts'

const text = referenceText()

/** The section of the reference about one call or command. */
const sectionOf = (title: string) => text.split(`\n### ${title}\n`)[1]?.split(/\n##/)[0] ?? ''
const callOf = ({ method, path }: { method: string; path: string }) =>
  sectionOf(`${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)

test('every call is in the reference, with its summary, who may call it, its parameters and its responses', () => {
  for (const route of describedRoutes) {
    const section = callOf(route)
    expect(section, route.path).toContain(route.summary)
    expect(section, route.path).toContain(describeAudience(route.for))
    const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    for (const name of [...inPath, ...Object.keys(route.query?.shape ?? {})])
      expect(section, route.path).toContain(`- \`${name}\`: `)
    for (const status of Object.keys(route.answers)) expect(section, route.path).toContain(`Returns ${status}`)
  }
  expect(text.match(/^### [A-Z]+ \//gm)).toHaveLength(describedRoutes.length)
})

test('every field of a call and every command is in the reference', () => {
  for (const route of describedRoutes)
    for (const name of Object.keys(route.body && 'shape' in route.body ? Object(route.body.shape) : {}))
      expect(callOf(route), route.path).toContain(`\`${name}\``)
  for (const type of Object.keys(commandSchemas)) expect(text).toContain(`\n### ${type}\n`)
  expect(sectionOf('CycleTask')).toContain('- `taskId`: uuid')
})
