/** A stretch of a text; `jobRef` is set where it has the form of a job's number. */
export type TextPiece = { text: string; jobRef?: string }

/** Cuts a text at what may be the numbers of jobs: five digits that stand alone, or more where they begin with no nought. */
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

/** What may be the numbers of jobs in these texts, each once. */
export const jobRefsIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap(splitAtJobRefs).flatMap(({ jobRef }) => jobRef ?? [])),
]
