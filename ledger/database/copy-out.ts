import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Query } from './statement.ts'

/**
 * The rows of a query as lines of COPY's text format, a chunk at a time, while the database sends the next ones. `client` must
 * not be pipelined: a pipelined connection refuses COPY.
 */
export async function* copyOutLines(client: pg.ClientBase, query: Query): AsyncGenerator<string[]> {
  const stream = client.query(copyTo(`copy (${withLiterals(client, query)}) to stdout`))
  let started: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    const end = chunk.lastIndexOf(newline)
    if (end < 0) {
      started = Buffer.concat([started, chunk])
      continue
    }
    const whole = Buffer.concat([started, chunk.subarray(0, end)])
    started = chunk.subarray(end + 1)
    yield whole.toString().split('\n')
  }
  // The stream never reports its end to pg, whose query timeout would then hit a connection that is long busy with other work.
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
