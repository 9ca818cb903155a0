/** The 96 suggested times of a day, a quarter of an hour apart. */
export const timesOfDay: readonly string[] = Array.from({ length: 96 }, (_, quarter) => timeAt(quarter * 15))

/** Whether a text is a complete time of day, HH:mm. */
export const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** Minutes since midnight of a time of day. */
export function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

/** The time of day some minutes after midnight, limited to the day. */
export function timeAt(minutes: number): string {
  const within = Math.min(Math.max(minutes, 0), 24 * 60 - 1)
  return `${String(Math.floor(within / 60)).padStart(2, '0')}:${String(within % 60).padStart(2, '0')}`
}
