/** Runs `work` once per key, `milliseconds` after the first request, however many requests follow. */
export function throttleByKey<Argument>(milliseconds: number, work: (argument: Argument) => unknown) {
  const pending = new Set<string>()
  return (key: string, argument: Argument) => {
    if (pending.has(key)) return
    pending.add(key)
    setTimeout(() => {
      pending.delete(key)
      void work(argument)
    }, milliseconds)
  }
}
