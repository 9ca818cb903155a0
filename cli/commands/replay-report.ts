import { counted } from '#cli/process/counted.ts'
import type { Comparison, RunKind } from '#core/wire/projections.ts'
import type { RunDone } from './carry-out-run.ts'

/** Whether the rebuilt rows differ from the live ones. */
export const differs = ({ counts }: Pick<Comparison, 'counts'>) => counts.changed + counts.added + counts.removed > 0

/** The outcome of a run, as lines for people. */
export const reportLines = (
  kind: RunKind,
  { events, companies, seconds, rate, busy, failed, cancelled, comparisons }: RunDone,
) => [
  `${counted(companies.done, 'company', 'companies')}, ${counted(events.done, 'event')} in ${seconds.toFixed(1)} s (${Math.round(rate)} a second).`,
  ...busy.map((companyId) => `${companyId}: another run of this projection is in progress.`),
  ...cancelled.map((companyId) => `${companyId}: cancelled.`),
  ...failed.map((one) => `${one.companyId}: ${one.projection} ${kept[kind] ?? 'keeps its rows'}${causeOf(one)}`),
  ...comparisons.filter(differs).flatMap((one) => [...differenceLines(one)]),
  ...(kind === 'compare' ? [summary(comparisons, failed.length)] : []),
]

const kept: Partial<Record<RunKind, string>> = { compare: 'was not compared' }

/** What stopped it: an event, or something else before any event was read. */
const causeOf = ({ seq, type, error }: RunDone['failed'][number]) =>
  type === undefined ? `: ${error}` : ` because event ${seq} (${type}) failed: ${error}`

function* differenceLines({
  companyId,
  projection,
  liveVersion,
  builtVersion,
  seq,
  counts,
  ...found
}: RunDone['comparisons'][number]) {
  const versions = liveVersion === builtVersion ? `version ${liveVersion}` : `version ${liveVersion} -> ${builtVersion}`
  yield `${companyId}: ${projection}, ${versions}, up to event ${seq}: ${counts.changed} changed, ${counts.added} added, ${counts.removed} removed, ${counts.same} unchanged`
  for (const { field, rows } of found.fields) yield `  ${field} differs in ${counted(rows, 'row')}`
  for (const { label, change, fields } of found.differences) {
    if (change !== 'changed') yield `  ${change} ${label}`
    else
      for (const { field, before, after } of fields) {
        yield `  ${label} ${field}`
        yield `    - ${before || none}`
        yield `    + ${after || none}`
      }
  }
}

const none = '(none)'

function summary(comparisons: RunDone['comparisons'], failed: number): string {
  const different = comparisons.filter(differs).length
  const found =
    different === 0 ? 'live and rebuilt rows match' : `${different} ${different === 1 ? 'differs' : 'differ'}`
  return [
    comparisons.length === 0
      ? 'No read models compared.'
      : `${counted(comparisons.length, 'read model')} compared: ${found}.`,
    ...(failed > 0 ? [`${failed} could not be compared.`] : []),
  ].join(' ')
}
