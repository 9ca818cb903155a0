import { isErasable } from '#core/erasure/erasure.ts'
import { isOfShape } from '#core/ledger/shapes.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { type DataFound, textAt } from './data-digest.ts'

/** One event that an EventErased names: the texts it says are erased, and the digest of what remains in form 1. */
export type RecordedErasure = { seq: number; by: number; texts: readonly string[]; remains: string }

/** All recorded erasures of each event, by its seq, oldest first. */
export type RecordedErasures = ReadonlyMap<number, readonly RecordedErasure[]>

export const bySeq = (erasures: readonly RecordedErasure[]): RecordedErasures => Map.groupBy(erasures, (one) => one.seq)

/**
 * What is wrong with an event's data, if anything. `digest`: it is neither the original nor what the recorded erasures left of it.
 * `erasure`: texts are gone that no erasure names, or stand although one does. Erasures are held to the rules of the database:
 * named texts only, each once, of fields that people write in, of an earlier event.
 */
export function faultOfData(
  event: { seq: number; type: string; schema: number; data: unknown },
  found: DataFound,
  recorded: readonly RecordedErasure[] = [],
): 'digest' | 'erasure' | undefined {
  const told = recorded.flatMap((one) => one.texts)
  if (found.form === 2) {
    if (!found.holds) return 'digest'
    const isTold = told.length === found.erased.length && found.erased.every((path) => told.includes(path))
    return isTold && areLater(event, recorded) ? undefined : 'erasure'
  }
  if (found.holds) return recorded.length === 0 ? undefined : 'erasure'
  // The salt of the original is gone with its text, so of form 1 only what the last erasure recorded can be recomputed.
  const isWhatRemains = recorded.at(-1)?.remains === found.computed
  return isWhatRemains && isReduced(event, recorded, told) ? undefined : 'digest'
}

const areLater = ({ seq }: { seq: number }, recorded: readonly RecordedErasure[]) =>
  recorded.every((one) => one.by > seq)

const isReduced = (
  event: { seq: number; type: string; schema: number; data: unknown },
  recorded: readonly RecordedErasure[],
  told: readonly string[],
) =>
  areLater(event, recorded) &&
  recorded.every((one) => one.texts.length > 0) &&
  new Set(told).size === told.length &&
  told.every((path) => isErasable(event, path) && textAt(event.data, path) === erasedText) &&
  isOfShape(event)
