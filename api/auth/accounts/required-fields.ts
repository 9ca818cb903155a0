import { invalid } from '#api/http/errors.ts'

/** Throws 'Please fill all required fields.' for the first of these fields that is missing or blank. */
export function requireFields(body: unknown, fields: readonly string[]) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return
  const values = new Map<string, unknown>(Object.entries(body))
  const blank = fields.find((field) => isBlank(values.get(field)))
  if (blank) throw invalid('Please fill all required fields.', blank, 'fields-required')
}

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
