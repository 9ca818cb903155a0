import type { Change } from '#core/history/changes.ts'
import type { CompanyEntry } from '#core/history/company-entry.ts'
import {
  burstGap,
  type CommandGroup,
  commandGroups,
  netChanges,
  numberIn,
  type ReadSoFar,
  readWhole,
  repeatedly,
  withoutSubject,
} from './command-groups.ts'
import { netEntries } from './net-effect.ts'

export type CompanyCommandGroup = CommandGroup<CompanyEntry>

/** One row of a company's history: changes of one kind that one person made close together, newest first. */
export type CompanyBurst = {
  groups: readonly CompanyCommandGroup[]
  sentence: string
  /** The net effect, if it is the same in every stream that was changed. */
  net: readonly Change[]
  /** How many jobs were changed. */
  jobs: number
  sites: readonly string[]
}

/** A company's history, newest first, as rows: consequences under their causes, each person's bursts combined. */
export function companyBursts(entries: readonly CompanyEntry[], soFar: ReadSoFar = readWhole): CompanyBurst[] {
  const bursts: CompanyCommandGroup[][] = []
  for (const group of commandGroups(entries)) {
    const last = bursts.at(-1)
    const newer = last?.at(-1)
    if (last && newer && followsClosely(group.cause, newer.cause)) last.push(group)
    else bursts.push([group])
  }
  return bursts.map((groups, at) => burstOf(groups, at === bursts.length - 1 ? soFar : readWhole))
}

function followsClosely(older: CompanyEntry, newer: CompanyEntry) {
  const samePerson = older.by === 'person' && newer.by === 'person' && older.actorId === newer.actorId
  if (!samePerson || [older, newer].some((one) => one.corrected || one.unreadable)) return false
  const sameImport = older.importedFrom !== undefined && older.importedFrom === newer.importedFrom
  return (
    (sameImport || (older.kind === newer.kind && older.importedFrom === newer.importedFrom)) &&
    Date.parse(newer.recordedAt) - Date.parse(older.recordedAt) < burstGap
  )
}

function burstOf(groups: readonly CompanyCommandGroup[], soFar: ReadSoFar): CompanyBurst {
  const causes = groups.map((one) => one.cause)
  const byStream = [...Map.groupBy(groups, ({ cause }) => cause.streamId).values()]
  const nets = byStream.map((one) => netChanges(one.map((group) => ({ ...group, consequences: [] }))))
  const [net = []] = nets
  return {
    groups,
    sentence: sentenceOf(causes, soFar),
    net: new Set(nets.map(valuesOf)).size === 1 ? net : [],
    jobs: new Set(causes.flatMap(({ place }) => place?.jobId ?? [])).size,
    sites: [...new Set(causes.flatMap(({ place }) => place?.apartmentName || []))],
  }
}

const valuesOf = (net: readonly Change[]) => JSON.stringify(net.map(({ field, from, to }) => [field, from, to]))

function sentenceOf(causes: readonly CompanyEntry[], soFar: ReadSoFar): string {
  const [newest] = causes
  const oldest = causes.at(-1)
  if (!newest || !oldest) return ''
  if (causes.length === 1) return newest.sentence
  const words = withoutSubject(newest)
  const subject = causes.every((one) => one.sentence === newest.sentence) ? subjectOf(newest, words) : ''
  const streams = new Set(causes.map((one) => one.streamId)).size
  const duration = durationOf(Date.parse(newest.recordedAt) - Date.parse(oldest.recordedAt))
  const [only, ...others] = streams === 1 ? netEntries(causes) : causes
  if (only && others.length === 0 && causes.some((one) => one.type !== newest.type)) return only.sentence
  if (causes.some((one) => one.type !== newest.type)) {
    const created = causes.filter((one) => one.type === 'JobCreated').length
    return newest.importedFrom === undefined || created === 0
      ? `made ${numberIn(causes.length, soFar)} changes in ${duration}`
      : `created ${numberIn(created, soFar)} jobs in ${duration}`
  }
  if (newest.type === 'JobCreated') return `created ${numberIn(causes.length, soFar)} jobs in ${duration}`
  return newest.stream === 'job' && streams > 1
    ? `${words} on ${numberIn(streams, soFar)} jobs in ${duration}${subject}`
    : `${repeatedly(words, causes.length, soFar)} in ${duration}${subject}`
}

/** The subject that ends a repeated sentence: ': Fit extractor fan'. */
const subjectOf = ({ sentence, changes: [first] }: CompanyEntry, words: string) =>
  sentence.startsWith(words) ? sentence.slice(words.length) : `: ${first?.of}`

/** '1 min 40 s'; anything shorter than a second is '1 s'. */
function durationOf(milliseconds: number) {
  const seconds = Math.max(1, Math.round(milliseconds / 1_000))
  const minutes = Math.floor(seconds / 60)
  const rest = seconds % 60
  return [minutes > 0 ? `${minutes} min` : '', rest > 0 ? `${rest} s` : ''].filter(Boolean).join(' ')
}
