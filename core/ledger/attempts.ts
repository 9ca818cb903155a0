/** Which attempt at a command comes after one that was refused. Without a number it was the first. */
export const attemptAfter = (refused = 1) => refused + 1

/**
 * Whether an attempt at a command stays refused, since it or a later one was refused before. `lastRefused` is 0 if none was. A command
 * without the number of its attempt is decided again each time: nothing tells a late copy from a deliberate retry.
 */
export const staysRefused = (attempt: number | undefined, lastRefused: number) =>
  attempt !== undefined && attempt <= lastRefused
