import { type Pair, placeOf } from '#core/job/pairs/pairs.ts'
import { label } from '#core/model/label.ts'

/** What a photo is for in its job: 'Before', 'After' or 'No access'; undefined for any other photo. */
export function placeInJob({ pairs, noAccess }: Places, imageId: string): string | undefined {
  const side = placeOf(pairs ?? [], imageId)?.side
  if (side) return label(side)
  return noAccess?.some((one) => one.imageId === imageId) ? 'No access' : undefined
}

type Places = { pairs?: readonly Pair[] | undefined; noAccess?: readonly { imageId: string }[] | undefined }
