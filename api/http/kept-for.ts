/**
 * Shares a costly computation: callers at the same moment get one result, and so do those of so many milliseconds after it. A
 * failure is thrown to all who wait for it, and not kept.
 */
export function keptFor<T>(milliseconds: number, compute: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined
  const forget = () => {
    current = undefined
  }
  return () => {
    if (!current) {
      const begun = compute()
      current = begun
      begun.then(() => void setTimeout(forget, milliseconds).unref(), forget)
    }
    return current
  }
}
