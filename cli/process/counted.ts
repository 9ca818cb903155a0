/** A count with its noun in the singular or plural. */
export const counted = (count: number, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`
