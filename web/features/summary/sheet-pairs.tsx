import type { Job } from '#core/job/job.ts'
import { sides } from '#core/job/pairs/pairs.ts'
import { label } from '#core/model/label.ts'
import { timeIn } from '#core/time/format.ts'
import { useImageUrls } from '#web/sync/reads/image-urls.ts'
import { dayIn } from '#web/ui/time/format-instant.ts'
import styles from './sheet-pairs.module.css'

/** The pairs whose photos have both arrived. */
export const wholePairs = ({ pairs = [], images }: Job) =>
  pairs.filter((pair) => sides.every((side) => images.some((one) => one.imageId === pair[side]?.imageId)))

/** The photos before and after the work, side by side on the visit sheet. */
export function SheetPairs({ job, zone }: { job: Job; zone: string }) {
  const { urls, renew } = useImageUrls(job)
  const pairs = wholePairs(job)
  if (pairs.length === 0) return null
  return (
    <section>
      <h3>Before and after</h3>
      {pairs.map((pair) => (
        <div key={pair.pairId} className={styles.pair}>
          {sides.map((side) => {
            const { imageId = '', timestamp = '' } = pair[side] ?? {}
            const description = job.images.find((one) => one.imageId === imageId)?.description
            return (
              <figure key={side}>
                <img src={urls[imageId]?.thumbnail} alt={description ?? ''} onError={renew} />
                <figcaption>
                  <strong>{label(side)}</strong> {dayIn(timestamp, zone)}, {timeIn(timestamp, zone)}
                  {description && ` · ${description}`}
                </figcaption>
              </figure>
            )
          })}
        </div>
      ))}
    </section>
  )
}
