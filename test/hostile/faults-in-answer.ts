/** Parts of another company's every text. */
export const foreignCanary = 'Canary'

/** What no answer to a hostile request may be or contain. */
export async function faultsInAnswer(route: string, answer: Response): Promise<string[]> {
  const { status, headers } = answer
  const text = await answer.text()
  const faults: string[] = []
  if (status >= 500) faults.push(`${route} failed with ${status}: ${text.slice(0, 200)}`)
  if (text.includes(foreignCanary)) faults.push(`${route} told of another company`)
  if (/node_modules|\.ts:\d+|\n\s+at /.test(text)) faults.push(`${route} told of its code: ${text.slice(0, 200)}`)
  if (headers.get('x-injected')) faults.push(`${route} let a header in`)
  // Answers about the transport of sockets are of socket.io's own shape.
  if (status >= 400 && route.includes('/api') && !/"error":".+"code":"|"code":".+"error":"/.test(text))
    faults.push(`${route} gave no code and reason: ${text.slice(0, 200)}`)
  return faults
}
