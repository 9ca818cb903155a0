/** An instant in whole milliseconds; digits beyond them are cut off, as rounding could lead into a year of five digits. */
export const inMilliseconds = (given: string): string =>
  /^.{23}Z$/.test(given) ? given : new Date(given).toISOString()
