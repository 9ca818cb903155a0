import { v7 as uuid } from 'uuid'
import { placeOf, type Side, sides } from '#core/job/pairs/pairs.ts'
import { label } from '#core/model/label.ts'
import type { JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { useDispatch } from '#web/sync/ledger/dispatch.ts'
import { PlainSelect } from '#web/ui/fields/plain-select.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { nameOfPair } from './pair-names.ts'

const none = ''
const fresh = 'new'
const optionOf = (pairId: string, side: Side) => `${side} ${pairId}`

/** Marks an image as before or after, in a new pair or in one that has room. */
export function PairSelect({ job, imageId }: { job: JobBesidesTasks; imageId: string }) {
  const dispatch = useDispatch()
  const { jobId, images, pairs = [] } = job
  const place = placeOf(pairs, imageId)
  const choose = (value: string) => {
    const [chosen, pairId = fresh] = value.split(' ')
    const side = sides.find((one) => one === chosen)
    const refusal = side
      ? dispatch({ type: 'PairImage', data: { jobId, imageId, side, pairId: pairId === fresh ? uuid() : pairId } })
      : dispatch({ type: 'UnpairImage', data: { jobId, imageId } })
    if (refusal) toast.failure(refusal.error)
  }
  const free = pairs.flatMap((pair, at) =>
    sides
      .filter((side) => !pair[side] || pair[side].imageId === imageId)
      .map((side) => ({
        value: optionOf(pair.pairId, side),
        label: `${label(side)}: ${nameOfPair(pair, images, at)}`,
      })),
  )
  return (
    <PlainSelect
      label="Before or after"
      value={place ? optionOf(place.pairId, place.side) : none}
      options={[
        { value: none, label: 'Not in a pair' },
        ...free,
        ...sides.map((side) => ({ value: optionOf(fresh, side), label: `${label(side)}: new pair` })),
      ]}
      onChange={choose}
    />
  )
}
