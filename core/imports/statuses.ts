const closed =
  /^(violation |order |job )?(close|closed|complete|completed|done|finished|resolved|dismissed|fixed|yes|y|true|1)$/
const open =
  /^(open|opened|pending|new|outstanding|in progress|reported|raised|active|not completed|incomplete|to ?do|no|n|false|0)?$/

/** Whether a spreadsheet's word means an open or closed order; undefined if it is unknown. An empty cell means open. */
export function readStatus(value: string): 'open' | 'closed' | undefined {
  const word = value.trim().toLowerCase()
  if (closed.test(word)) return 'closed'
  return open.test(word) ? 'open' : undefined
}
