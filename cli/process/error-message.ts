/** What went wrong, in one line for the person at the terminal. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return messageOf(error.errors[0])
  const message = error instanceof Error ? error.message || error.name : String(error)
  return message.replaceAll(/\s*\n\s*/g, ' ')
}
