import { burstGap, causesOf, netOf, severally, type Told } from './causes.ts'
import type { Change } from './changes.ts'
import type { CompanyEntry } from './company-entry.ts'

export type CompanyTold = Told<CompanyEntry>

/** What one person did of one kind within a short time, newest first: one row, of one event or of several. */
export type CompanyBurst = {
  told: readonly CompanyTold[]
  sentence: string
  /** From the first value to the last, where that is one and the same wherever it was changed. */
  net: readonly Change[]
  /** How many jobs it was on. */
  jobs: number
  sites: readonly string[]
}

/** A company's history, newest first, as rows: consequences under their cause, bursts of one person folded together. */
export function companyBursts(entries: readonly CompanyEntry[]): CompanyBurst[] {
  const bursts: CompanyTold[][] = []
  for (const told of causesOf(entries)) {
    const last = bursts.at(-1)
    const newer = last?.at(-1)
    if (last && newer && followsClosely(told.cause, newer.cause)) last.push(told)
    else bursts.push([told])
  }
  return bursts.map(burstOf)
}

function followsClosely(older: CompanyEntry, newer: CompanyEntry) {
  const sameHand = older.by === 'person' && newer.by === 'person' && older.actorId === newer.actorId
  if (!sameHand || older.corrected || newer.corrected) return false
  const together = older.importedFrom !== undefined && older.importedFrom === newer.importedFrom
  return (
    (together || (older.kind === newer.kind && older.importedFrom === newer.importedFrom)) &&
    Date.parse(newer.recordedAt) - Date.parse(older.recordedAt) < burstGap
  )
}

function burstOf(told: readonly CompanyTold[]): CompanyBurst {
  const causes = told.map((one) => one.cause)
  const ofStreams = [...Map.groupBy(told, ({ cause }) => cause.streamId).values()]
  const nets = ofStreams.map((one) => netOf(one.map((each) => ({ ...each, consequences: [] }))))
  const [net = []] = nets
  return {
    told,
    sentence: sentenceOf(causes),
    net: new Set(nets.map(valuesOf)).size === 1 ? net : [],
    jobs: new Set(causes.flatMap(({ place }) => place?.jobId ?? [])).size,
    sites: [...new Set(causes.flatMap(({ place }) => place?.apartmentName || []))],
  }
}

const valuesOf = (net: readonly Change[]) => JSON.stringify(net.map(({ field, from, to }) => [field, from, to]))

function sentenceOf(causes: readonly CompanyEntry[]): string {
  const [newest] = causes
  const oldest = causes.at(-1)
  if (!newest || !oldest) return ''
  if (causes.length === 1) return newest.sentence
  const [words = ''] = newest.sentence.split(': ')
  const named = causes.every((one) => one.sentence === newest.sentence) ? newest.sentence.slice(words.length) : ''
  const streams = new Set(causes.map((one) => one.streamId)).size
  const long = lasted(Date.parse(newest.recordedAt) - Date.parse(oldest.recordedAt))
  if (causes.some((one) => one.type !== newest.type)) {
    const created = causes.filter((one) => one.type === 'JobCreated').length
    return newest.importedFrom === undefined || created === 0
      ? `made ${causes.length} changes in ${long}`
      : `created ${created} jobs in ${long}`
  }
  if (newest.type === 'JobCreated') return `created ${causes.length} jobs in ${long}`
  return newest.stream === 'job' && streams > 1
    ? `${words} on ${streams} jobs in ${long}${named}`
    : `${severally(words, causes.length)} in ${long}${named}`
}

/** '1 min 40 s'; less than a second is one. */
function lasted(milliseconds: number) {
  const seconds = Math.max(1, Math.round(milliseconds / 1_000))
  const minutes = Math.floor(seconds / 60)
  const rest = seconds % 60
  return [minutes > 0 ? `${minutes} min` : '', rest > 0 ? `${rest} s` : ''].filter(Boolean).join(' ')
}
