const closed =
  /^(violation |order |job )?(close|closed|complete|completed|done|finished|resolved|dismissed|fixed|yes|y|true|1)$/
const open =
  /^(open|opened|pending|new|outstanding|in progress|reported|raised|active|not completed|incomplete|to ?do|no|n|false|0)?$/

/** What a spreadsheet's word says of an order; undefined for a word we do not know. An empty cell is open. */
export function readStatus(value: string): 'open' | 'closed' | undefined {
  const word = value.trim().toLowerCase()
  if (closed.test(word)) return 'closed'
  return open.test(word) ? 'open' : undefined
}
