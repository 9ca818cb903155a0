/**
 * The events of a stream up to the last one that was recorded by an instant. Always a beginning of the stream, even where the
 * server's clock once went back, so that what is folded from it did exist.
 */
export function recordedBy<E extends { recordedAt: string }>(history: readonly E[], at: string): readonly E[] {
  const until = Date.parse(at)
  return history.slice(0, 1 + history.findLastIndex((event) => Date.parse(event.recordedAt) <= until))
}
