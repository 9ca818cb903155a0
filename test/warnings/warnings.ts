import { Writable } from 'node:stream'
import { type Logger, pino } from 'pino'
import { loggerOptions } from '#api/config/logging.ts'

/** A line of a server's log, and when it was written, in milliseconds since 1970. */
type Warning = { at: number; line: string }

/** The newest of this process: a test that tries faults would otherwise fill the report. */
const most = 60
const longest = 1_500
const kept: Warning[] = []

const keep = new Writable({
  decodeStrings: false,
  write(line: string, _encoding, done) {
    kept.push({ at: Date.now(), line: line.trimEnd().slice(0, longest) })
    if (kept.length > most) kept.shift()
    done()
  },
})

/** The logger of the servers of tests: what they warn of is kept for the report of a test that fails. */
export const quietLogger = (): Logger => pino(loggerOptions('warn'), keep)

/** What the servers of this process have warned of since then. */
export const warningsSince = (then: number): string[] => kept.filter(({ at }) => at >= then).map(({ line }) => line)
