import { sides } from '#core/job/pairs/pairs.ts'
import type { Evidence } from './evidence.ts'
import { jobOf } from './evidence.ts'
import type { EvidencePhoto } from './photos.ts'

/** Photos before and after the work, as far as a copy has them. */
export type EvidencePair = { before?: EvidencePhoto; after?: EvidencePhoto }

/** A copy's pairs with at least one of its photos, and its other photos. */
export function pairsOf(evidence: Pick<Evidence, 'known' | 'begun'>, photos: readonly EvidencePhoto[]) {
  const byId = new Map(photos.map((one) => [one.imageId, one]))
  const pairs = (jobOf(evidence)?.pairs ?? []).flatMap((pair): EvidencePair[] => {
    const found = sides.flatMap((side) => {
      const photo = byId.get(pair[side]?.imageId ?? '')
      return photo ? [[side, photo] as const] : []
    })
    return found.length > 0 ? [Object.fromEntries(found)] : []
  })
  const paired = new Set(pairs.flatMap(({ before, after }) => [before?.imageId, after?.imageId]))
  return { pairs, others: photos.filter((one) => !paired.has(one.imageId)) }
}
