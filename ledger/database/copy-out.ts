import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Query } from './statement.ts'

/**
 * Yields a query's rows as lines of COPY's text format, chunk by chunk as the database sends them. `client` must not be
 * pipelined: a pipelined connection refuses COPY.
 */
export async function* copyOutLines(client: pg.ClientBase, query: Query): AsyncGenerator<string[]> {
  const stream = client.query(copyTo(`copy (${withLiterals(client, query)}) to stdout`))
  let partialLine: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    const end = chunk.lastIndexOf(newline)
    if (end < 0) {
      partialLine = Buffer.concat([partialLine, chunk])
      continue
    }
    const whole = Buffer.concat([partialLine, chunk.subarray(0, end)])
    partialLine = chunk.subarray(end + 1)
    yield whole.toString().split('\n')
  }
  // The stream does not tell pg that it has ended, so the query timeout would later fire on a connection doing other work.
  if ('callback' in stream && typeof stream.callback === 'function') stream.callback()
}

const newline = 0x0a

/** COPY takes no parameters: each `$n` of the query is replaced with its value. */
const withLiterals = (client: pg.ClientBase, { text, values = [] }: Query): string =>
  text.replace(/\$(\d+)/g, (_, number) => {
    const value = values[number - 1]
    return typeof value === 'number' ? String(value) : client.escapeLiteral(String(value))
  })

/** How COPY writes null. */
export const copiedNull = '\\N'

/** The JSON text of a copied value. The backslash is the only character in JSON that COPY escapes. */
export const jsonFromCopy = (value: string) => (value.includes('\\') ? value.replaceAll('\\\\', '\\') : value)
