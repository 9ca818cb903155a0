/** A piece of a text; `jobRef` is set if it looks like a job number. */
export type TextPiece = { text: string; jobRef?: string }

/** Splits a text at possible job numbers: five digits on their own, or more if they do not start with a zero. */
export function splitAtJobRefs(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let from = 0
  for (const found of text.matchAll(/(?<![\p{L}\p{N}])(?:\d{5}|[1-9]\d{5,8})(?![\p{L}\p{N}])/gu)) {
    if (found.index > from) pieces.push({ text: text.slice(from, found.index) })
    const [jobRef] = found
    pieces.push({ text: jobRef, jobRef })
    from = found.index + jobRef.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}

/** The possible job numbers in these texts, without duplicates. */
export const jobRefsIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap(splitAtJobRefs).flatMap(({ jobRef }) => jobRef ?? [])),
]
