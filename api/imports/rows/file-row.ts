/** A row with the line on which it ends; or, if it could not be read, the line, the reason and any text. */
export type FileRow = { line: number; row: Record<string, string> } | { line: number; reason: string; raw: string }

/** A file with no usable rows; the message is for the person who chose it. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

const longestHeading = 200

/** The names of columns by their headings: each is unique, and none is empty. */
export function uniqueNames(headings: readonly string[]): string[] {
  const names = new Set<string>()
  for (const [place, heading] of headings.entries()) {
    let name = heading.trim().slice(0, longestHeading) || `Column ${place + 1}`
    while (names.has(name)) name = `${name} (${place + 1})`
    names.add(name)
  }
  return [...names]
}
