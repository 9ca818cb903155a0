/** Signs that make a spreadsheet take a cell for a formula, by OWASP's list of CSV injection, in full width too. */
const formula = '[=+\\-@＝＋－＠]'
/**
 * Where a cell can begin: at its start, and after each sign that a spreadsheet of another country or setting may take for the end of
 * a cell or of a row. Quotes and spaces before the formula are skipped, as spreadsheets skip them.
 */
const begins = '(^|[;,\\t\\r\\n])([\\s"]*)'

const dangerous = new RegExp(`${begins}(?=${formula})`, 'g')
/** A tab or line end at the start of a cell is one of OWASP's signs whatever follows. */
const startsBlank = /^[\t\r\n]/
const guarded = new RegExp(`${begins}'(?=${formula})`, 'g')

/** A text as a cell of an exported file: with an apostrophe wherever a spreadsheet could take what follows for a formula. */
export const guardedCell = (text: string): string => {
  const safe = text.replace(dangerous, "$1$2'")
  return startsBlank.test(safe) ? `'${safe}` : safe
}

/** The text of a cell that {@link guardedCell} may have written. */
export const unguardedCell = (cell: string): string => cell.replace(/^'(?=[\t\r\n])/, '').replace(guarded, '$1$2')
