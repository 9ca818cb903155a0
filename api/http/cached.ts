/** These figures walk all companies: taken at most this often, however often they are asked for. */
const freshFor = 10_000

/** Reads anew when what was read is old, once for all who ask meanwhile. Without a database the last figures stand. */
export function cached<T>(nothingYet: T, read: () => Promise<T>, onFault: (error: unknown) => void) {
  let last = nothingYet
  let until = 0
  let reading: Promise<T> | undefined
  const again = async () => {
    try {
      last = await read()
      until = Date.now() + freshFor
    } catch (error) {
      onFault(error)
    }
    reading = undefined
    return last
  }
  return async () => {
    if (Date.now() < until) return last
    reading ??= again()
    return reading
  }
}
