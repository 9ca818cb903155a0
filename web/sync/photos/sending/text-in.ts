/** A text of the server's answer. */
export function textIn(body: unknown, field: string): string | undefined {
  const text: unknown = body && typeof body === 'object' ? Reflect.get(body, field) : undefined
  return typeof text === 'string' ? text : undefined
}
