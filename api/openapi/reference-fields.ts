/** A JSON Schema, as far as the reference shows it. */
export type JsonSchema = {
  description?: string
  $ref?: string
  type?: string | string[]
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  items?: JsonSchema | boolean
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  required?: string[]
  default?: unknown
} & Partial<Record<(typeof limits)[number], number>>

/** The fields of an object as a list in Markdown, those of its fields below them. */
export function fieldsOf(schema: JsonSchema, indent = ''): string[] {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties).flatMap(([name, field]) => {
    const optional = required.includes(name) ? '' : ', optional'
    return [`${indent}- \`${name}\`: ${kindOf(field)}${optional}`, ...within(field, `${indent}  `)]
  })
}

/** What a value is, in a few words. */
export function kindOf(schema: JsonSchema): string {
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (schema.$ref) return nameOf(schema.$ref)
  if (choices) return [...new Set(choices.map(kindOf))].join(' or ')
  if (schema.const !== undefined) return code(schema.const)
  if (schema.enum) return schema.enum.map(code).join(', ')
  const type = [schema.type ?? 'any value'].flat().join(' or ')
  if (type === 'array') return `list of ${isSchema(schema.items) ? kindOf(schema.items) : 'values'}${limitsOf(schema)}`
  return `${schema.format ?? type}${limitsOf(schema)}`
}

/** The name of a schema that is described elsewhere. */
export const nameOf = (ref: string) => `\`${ref.split('/').at(-1)}\``

/** The fields of a value, or of the values in it. */
function within(schema: JsonSchema, indent: string): string[] {
  const inner = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  const subschemas = [schema.items, schema.additionalProperties].filter(isSchema)
  return [...fieldsOf(schema, indent), ...[...inner, ...subschemas].flatMap((part) => within(part, indent))]
}

const isSchema = (one: JsonSchema | boolean | undefined): one is JsonSchema => typeof one === 'object'
const code = (value: unknown) => `\`${JSON.stringify(value)}\``

const limits = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'] as const
const limitNames = {
  minLength: 'at least',
  maxLength: 'at most',
  minimum: 'from',
  maximum: 'to',
  minItems: 'at least',
  maxItems: 'at most',
}
const units = {
  minLength: ' characters',
  maxLength: ' characters',
  minimum: '',
  maximum: '',
  minItems: '',
  maxItems: '',
}

/** Omits the limits that every whole number in JSON has. */
function limitsOf(schema: JsonSchema): string {
  const described = limits.flatMap((name) => {
    const value = schema[name]
    return value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER
      ? []
      : [` ${limitNames[name]} ${value}${units[name]}`]
  })
  return described.length > 0 ? ` (${described.join(',').trim()})` : ''
}
