import { Writable } from 'node:stream'
import { type Logger, pino } from 'pino'
import { loggerOptions } from '#api/config/logging.ts'

/** A line of a server's log, when it was last written, in milliseconds since 1970, and how often. */
type Warning = { at: number; line: string; times: number }

/** The newest of this process: a test that tries faults would otherwise fill the report. */
const most = 30
const longest = 1_500
const kept = new Map<string, Warning>()

function keepLine(text: string) {
  const line = text.trimEnd().slice(0, longest)
  // What is retried every moment is one warning.
  const words = line.replaceAll(/"time":(?:"[^"]*"|\d+)|"responseTime":\d+|[\da-f]{8}-[\da-f-]{27}/g, '')
  const times = (kept.get(words)?.times ?? 0) + 1
  kept.delete(words)
  kept.set(words, { at: Date.now(), line, times })
  const [oldest] = kept.keys()
  if (kept.size > most && oldest !== undefined) kept.delete(oldest)
}

const keep = new Writable({
  decodeStrings: false,
  write(text: string, _encoding, done) {
    keepLine(text)
    done()
  },
})

/** Keeps a line of the output of a process of a test, unless it is a report of something that went well. */
export function keepOutput(program: string, line: string) {
  const isReport = /^\{"level":(?:10|20|30),/.test(line)
  if (line.trim() && !isReport) keepLine(`${program}: ${line}`)
}

/** The logger of the servers of tests: what they warn of is kept for the report of a test that fails. */
export const quietLogger = (): Logger => pino(loggerOptions('warn'), keep)

/** What the servers of this process, and the processes that it started, have warned of since then. */
export const warningsSince = (then: number): string[] =>
  [...kept.values()].flatMap(({ at, line, times }) => (at < then ? [] : times > 1 ? `${line} (${times} times)` : line))
