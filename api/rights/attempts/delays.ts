/**
 * In seconds. A stranger waits at most a minute for the next try; a person on their own device ten seconds. A code has only six digits,
 * and who tries one has proved the password.
 */
export const longestDelay = { stranger: 60, known: 10, code: 900 }

/**
 * How many seconds the next try has to wait after so many wrong passwords: none for fewer than `free`, then one second, and
 * each time twice as long.
 */
export const delayAfter = (failures: number, { free, longest }: { free: number; longest: number }): number =>
  failures < free ? 0 : Math.min(2 ** Math.min(failures - free, 30), longest)
