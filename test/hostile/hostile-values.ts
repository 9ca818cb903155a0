import type { Random } from '#test/simulation/clock/random.ts'

/** The parts of a JSON Schema that a sample is made from. */
export type Schema = {
  $ref?: string
  const?: unknown
  enum?: unknown[]
  type?: string
  format?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
}

/** Values that have broken servers: wrong types, limits, and texts that mean something elsewhere. */
export const hostileValues: readonly unknown[] = [
  null,
  true,
  [],
  {},
  [[[[[]]]]],
  -1,
  0.5,
  2 ** 53,
  1e308,
  '',
  ' ',
  'null',
  '0',
  '-1',
  'a\u0000b',
  '\ud800',
  '\u202e\u200b',
  '../../etc/passwd',
  '%2e%2e%2f',
  "'; drop table event; --",
  "' or 1=1 --",
  '{{7*7}}',
  '<img src=x onerror=alert(1)>',
  '=cmd|calc!A1',
  '\r\nx-injected: 1',
  '__proto__',
  'constructor',
  '9999-12-31T23:59:59.9999Z',
  '0000-01-01T00:00:00Z',
  '2026-02-30',
  'x'.repeat(20_000),
  'é'.repeat(300),
  { $ne: null },
  JSON.parse('{"__proto__":{"polluted":1}}'),
  { constructor: { prototype: { polluted: 1 } } },
  Array.from({ length: 1_001 }, () => 0),
]

/** Values from a schema, some of them hostile: `known` are ids that exist, `hostility` is how often a value is not what is asked. */
export function hostileSamples(random: Random, schemas: Record<string, Schema>, known: readonly string[]) {
  const hostile = () => random.pick(hostileValues)

  function textOf(format: string | undefined): string {
    if (format === 'uuid') return random.pick(known) ?? ''
    if (format === 'email') return `somebody-${random.between(1, 1_000_000)}@example.com`
    const instant = new Date(Date.UTC(2026, 10, 20, random.between(0, 72))).toISOString()
    return random.pick([instant, instant.slice(0, 10), random.pick(known) ?? '', 'Mend the tap', 'team', '1']) ?? ''
  }

  function sample(schema: Schema, hostility: number, depth = 0): unknown {
    if (random.chance(hostility)) return hostile()
    if (schema.$ref) return sample(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, hostility, depth)
    if ('const' in schema) return schema.const
    if (schema.enum) return random.pick(schema.enum)
    const choices = schema.oneOf ?? schema.anyOf
    if (choices) return sample(random.pick(choices) ?? {}, hostility, depth)
    if (schema.type === 'object' || schema.properties) return objectOf(schema, hostility, depth)
    if (schema.type === 'array') {
      const items = schema.items ?? {}
      return depth > 6 ? [] : Array.from({ length: random.between(0, 3) }, () => sample(items, hostility, depth + 1))
    }
    if (schema.type === 'integer' || schema.type === 'number') return random.between(0, 5_000)
    if (schema.type === 'boolean') return random.chance(0.5)
    return textOf(schema.format)
  }

  function objectOf({ properties = {} }: Schema, hostility: number, depth: number) {
    const entries = Object.entries(properties).flatMap(([name, schema]) =>
      random.chance(hostility) ? [] : [[name, sample(schema, hostility, depth + 1)]],
    )
    if (random.chance(hostility)) entries.push([String(hostile()).slice(0, 100), hostile()])
    return Object.fromEntries(entries)
  }

  return { hostile, sample, text: () => String(random.chance(0.5) ? hostile() : textOf(undefined)) }
}
