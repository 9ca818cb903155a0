import * as z from 'zod'

/** The parts of a JSON Schema that say something about a type. Bounds and patterns are checked by the server alone. */
type Schema = {
  $ref?: string | undefined
  type?: string | undefined
  format?: string | undefined
  const?: string | number | boolean | null | undefined
  enum?: (string | number | boolean | null)[] | undefined
  anyOf?: Schema[] | undefined
  oneOf?: Schema[] | undefined
  allOf?: Schema[] | undefined
  properties?: Record<string, Schema> | undefined
  required?: string[] | undefined
  additionalProperties?: Schema | boolean | undefined
  items?: Schema | undefined
}

const value = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** A JSON Schema as the API's description has it. */
export const schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.optional(z.string()),
    type: z.optional(z.string()),
    format: z.optional(z.string()),
    const: z.optional(value),
    enum: z.optional(z.array(value)),
    anyOf: z.optional(z.array(schema)),
    oneOf: z.optional(z.array(schema)),
    allOf: z.optional(z.array(schema)),
    properties: z.optional(z.record(z.string(), schema)),
    required: z.optional(z.array(z.string())),
    additionalProperties: z.optional(z.union([z.boolean(), schema])),
    items: z.optional(schema),
  }),
)

/** The TypeScript type of a schema. A reference is to the type `Schemas`. */
export function typeOfSchema(one: Schema): string {
  if (one.$ref !== undefined) return `Schemas[${JSON.stringify(one.$ref.split('/').at(-1))}]`
  if (one.const !== undefined) return JSON.stringify(one.const)
  if (one.enum) return union(one.enum.map((each) => JSON.stringify(each)))
  const choices = one.anyOf ?? one.oneOf
  if (choices) return union(choices.map(typeOfSchema))
  switch (one.type) {
    case 'string':
      return one.format === 'binary' ? 'Blob' : 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return `Array<${one.items ? typeOfSchema(one.items) : 'unknown'}>`
    case 'object':
      return typeOfObject(one)
    case undefined:
      return one.allOf ? one.allOf.map((each) => `(${typeOfSchema(each)})`).join(' & ') : 'unknown'
    default:
      throw new Error(`A schema has the type ${one.type}, for which there is none in TypeScript.`)
  }
}

const union = (types: string[]) => [...new Set(types)].join(' | ') || 'never'

function typeOfObject({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(([name, one]) =>
    fieldOf(name, typeOfSchema(one), required.includes(name)),
  )
  const others = typeof additionalProperties === 'object' ? typeOfSchema(additionalProperties) : 'unknown'
  return fields.length > 0 ? block(fields) : `Record<string, ${others}>`
}

/** The fields of a type, a line each, so that a change shows as what it is. */
export const block = (fields: readonly string[]): string => `{\n${fields.join('\n').replaceAll(/^/gm, '  ')}\n}`

/** A field of an object's type. */
export const fieldOf = (name: string, type: string, isRequired: boolean): string =>
  `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}${isRequired ? '' : '?'}: ${type}`
