import pg from 'pg'

/** How columns are read: numbers and days as they are, instants in UTC. */
export const columnTypes = new pg.TypeOverrides()
columnTypes.setTypeParser(pg.types.builtins.INT8, Number)
columnTypes.setTypeParser(pg.types.builtins.DATE, (text) => text)
columnTypes.setTypeParser(pg.types.builtins.TIMESTAMPTZ, utcInstant)

/** Where {@link utcInstant} writes. */
const instant = Buffer.alloc(26)
const letterT = 0x54
const letterZ = 0x5a

/**
 * PostgreSQL's text of a timestamptz in a session in UTC, as ISO 8601 with milliseconds:
 * '2026-11-20 09:00:00.5+00' is '2026-11-20T09:00:00.500Z'. Slicing text is many times faster than a Date, which matters when a
 * replay reads a million events. Bytes, as concatenated strings stay trees in memory: a replay spent a seventh more on garbage.
 */
export function utcInstant(text: string): string {
  // Nearly all have three decimal places.
  if (text.length === 26) {
    instant.write(text, 'latin1')
    instant[10] = letterT
    instant[23] = letterZ
    return instant.toString('latin1', 0, 24)
  }
  const fraction = text.length > 22 ? text.slice(20, -3) : ''
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`
}
