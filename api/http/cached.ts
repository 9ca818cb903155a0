/** In milliseconds: figures that scan all companies are read at most this often. */
const maxAge = 10_000

/** A cached read: concurrent callers share one fetch, and if it fails they get the last value. */
export function cached<T>(initial: T, read: () => Promise<T>, onFault: (error: unknown) => void) {
  let last = initial
  let expiresAt = 0
  let reading: Promise<T> | undefined
  const refresh = async () => {
    try {
      last = await read()
      expiresAt = Date.now() + maxAge
    } catch (error) {
      onFault(error)
    }
    reading = undefined
    return last
  }
  return async () => {
    if (Date.now() < expiresAt) return last
    reading ??= refresh()
    return reading
  }
}
