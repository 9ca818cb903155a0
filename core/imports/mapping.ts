import { type ImportField, importFields } from '#core/wire/imports.ts'
import { isDay } from './days.ts'
import { readStatus } from './statuses.ts'

/** The columns of each field, in the order in which their texts are joined. */
export type Mapping = Partial<Record<ImportField, string[]>>

export type SampleRow = Record<string, string>

/** Headings by field, the most certain first, compared without case, spaces and punctuation. */
const headings: Record<ImportField, readonly RegExp[]> = {
  workOrder: [
    /^workorder/,
    /^jobre?f/,
    /^(job|order|ticket|violation|case|repair|complaint)(id|no|num|number|ref|reference)$/,
    /^re?f(erence)?(no|number)?$/,
    /^id$/,
  ],
  apartmentName: [
    /^(site|apartment|property|flat|unit|building)(name)$/,
    /^site$/,
    /^(property|full|site|job)?address/,
    /^property$/,
    /^location$/,
  ],
  createdAt: [
    /^created/,
    /^(date)?(reported|raised|received|logged)(on|date|at)?$/,
    /^inspectiondate$/,
    /^(order|job|issue|start)date$/,
    /^date$/,
    /issueddate$/,
  ],
  agency: [/^agency/, /^(letting|managing|estate)?agent/, /^client(name)?$/, /^landlord/, /^customer(name)?$/],
  receivedBy: [/^(received|taken|logged|reported)by$/],
  description: [
    /^(job|task|repair|work|fault|issue|nov)?description$/,
    /^(task|fault|repair|problem|issue|details?|work(required|todo)?|scope)s?$/,
    /^notes?$/,
  ],
  price: [/^(price|cost|amount|value|total|quote)(gbp|£|net)?$/],
  status: [/status$/, /^state$/, /^(completed|closed)$/],
}
const flat = /^(apartment|apt|flat|unit|room)(no|number)?$/
const house = /^(house|building|street|door)(no|num|number)$/
const street = /^(street|road)(name)?$/

const bare = (heading: string) => heading.toLowerCase().replace(/[^a-z0-9£]/g, '')

/**
 * Guesses the mapping from the headings and checks it against a sample of rows: work orders must differ, dates must be dates,
 * statuses must be known. A person's own choice overrides the guess.
 */
export function guessMapping(columns: readonly string[], sample: readonly SampleRow[]): Mapping {
  const mapping: Mapping = {}
  const taken = new Set<string>()
  for (const field of importFields) {
    const found = headings[field]
      .flatMap((pattern) => columns.filter((column) => pattern.test(bare(column))))
      .find((column) => !taken.has(column) && fits(field, column, sample))
    if (!found) continue
    mapping[field] = [found]
    taken.add(found)
  }
  mapping.apartmentName ??= addressColumns(columns)
  const shared = mapping.workOrder ? undefined : sharedOrderColumn(columns, sample, mapping, taken)
  if (shared) mapping.workOrder = [shared]
  return Object.fromEntries(Object.entries(mapping).filter(([, chosen]) => chosen.length > 0))
}

/** The column of work orders that several rows share: its values repeat, but each nearly always at one site. */
function sharedOrderColumn(
  columns: readonly string[],
  sample: readonly SampleRow[],
  mapping: Mapping,
  taken: ReadonlySet<string>,
): string | undefined {
  return headings.workOrder
    .flatMap((pattern) => columns.filter((column) => pattern.test(bare(column))))
    .find((column) => !taken.has(column) && isOfOneSite(column, sample, mapping))
}

function isOfOneSite(column: string, sample: readonly SampleRow[], mapping: Mapping): boolean {
  const sites = new Map<string, string>()
  let rows = 0
  let atTheSame = 0
  for (const row of sample) {
    const value = row[column]?.trim()
    if (!value) continue
    const site = fieldText(mapping, 'apartmentName', row).toLowerCase()
    if (!sites.has(value)) sites.set(value, site)
    rows += 1
    if (sites.get(value) === site) atTheSame += 1
  }
  return new Set(sites.values()).size > 1 && atTheSame >= 0.9 * rows
}

/** Flat, house number and street, as far as the file has them. */
function addressColumns(columns: readonly string[]): string[] {
  const found = [flat, house, street].map((pattern) => columns.find((column) => pattern.test(bare(column))))
  return found.flatMap((column) => (column ? [column] : []))
}

/** A column fits a field if nearly all of its cells do; the few others are refused row by row. */
function fits(field: ImportField, column: string, sample: readonly SampleRow[]): boolean {
  const values = sample.map((row) => row[column]?.trim() ?? '').filter(Boolean)
  if (values.length === 0) return sample.length === 0
  const mostly = (fitting: number) => fitting >= 0.9 * values.length
  if (field === 'workOrder') return mostly(new Set(values).size)
  if (field === 'createdAt') return mostly(values.filter(isDay).length)
  if (field === 'status') return mostly(values.filter((value) => readStatus(value)).length)
  return true
}

/** The text of a field in a row: house number and street are joined by a space, other parts by commas. */
export function fieldText(mapping: Mapping, field: ImportField, row: SampleRow): string {
  const parts = (mapping[field] ?? [])
    .map((column) => ({ column, text: row[column]?.trim() ?? '' }))
    .filter((part) => part.text)
  return parts.reduce((joined, { text }, place) => {
    const before = parts[place - 1]
    return before ? `${joined}${house.test(bare(before.column)) ? ' ' : ', '}${text}` : text
  }, '')
}

/** The mapping with a person's choices applied, each as `column=field`; a message if one cannot be read. */
export function withChoices(guess: Mapping, choices: readonly string[], columns: readonly string[]): Mapping | string {
  const said: Mapping = {}
  for (const choice of choices) {
    const at = choice.lastIndexOf('=')
    const [column, field] = [choice.slice(0, at).trim(), choice.slice(at + 1).trim()]
    if (at < 1 || !columns.includes(column))
      return `There is no column '${at < 1 ? choice : column}'. The file has: ${columns.join(', ')}`
    const known = importFields.find((one) => one === field)
    if (!known) return `There is no field '${field}'. Fields are: ${importFields.join(', ')}`
    said[known] = [...(said[known] ?? []), column]
  }
  return { ...guess, ...said }
}
