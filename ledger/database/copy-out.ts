import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/**
 * The rows of a COPY as their lines, a chunk of them at a time, while the database sends the next ones. `client` is not
 * pipelined, which refuses COPY.
 */
export async function* copyOutLines(client: pg.ClientBase, query: string): AsyncGenerator<string[]> {
  const stream = client.query(copyTo(`copy (${query}) to stdout`))
  let begun: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    const end = chunk.lastIndexOf(newline)
    if (end < 0) {
      begun = Buffer.concat([begun, chunk])
      continue
    }
    const whole = Buffer.concat([begun, chunk.subarray(0, end)])
    begun = chunk.subarray(end + 1)
    yield whole.toString().split('\n')
  }
  // It never tells that it has ended, and the timeout of the query would strike a connection that is long at other work.
  if ('callback' in stream && typeof stream.callback === 'function') stream.callback()
}

const newline = 0x0a

/** The text of a value as COPY writes it. JSON has no character that COPY escapes but the backslash. */
export const jsonFromCopy = (value: string) => (value.includes('\\') ? value.replaceAll('\\\\', '\\') : value)
