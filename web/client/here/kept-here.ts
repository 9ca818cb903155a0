/** What this browser keeps under a key in localStorage, whatever it is; undefined if that is nothing, or cannot be read. */
export function keptHere(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch (error) {
    console.error(key, 'is not known', error)
    return undefined
  }
}

/** Keeps something as JSON in localStorage; undefined deletes what is there. A browser that refuses is no reason to stop. */
export function keepHere(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch (error) {
    console.error(key, 'is not kept', error)
  }
}

/** Whether something kept has a text under each of these names. */
export const hasTexts = (value: unknown, names: readonly string[]): boolean =>
  typeof value === 'object' && value !== null && names.every((name) => typeof Reflect.get(value, name) === 'string')
