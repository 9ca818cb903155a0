/** In milliseconds. Phones send within seconds, so a longer delay is worth showing. */
const worthShowing = 15 * 60_000

/** Whether the time that a device gave and the server's are so far apart, either way, that both are shown. */
export const clocksDiffer = ({ happenedAt, recordedAt }: { happenedAt: string; recordedAt: string }) =>
  Math.abs(Date.parse(recordedAt) - Date.parse(happenedAt)) > worthShowing
