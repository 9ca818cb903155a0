import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { v7 as uuid } from 'uuid'
import { sides } from '#core/job/pairs/pairs.ts'
import { takePhoto } from '#web/features/images/upload/pick-photos.ts'
import { useOpenImage } from '#web/features/images/use-open-image.ts'
import { besidesTasks, type JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { useImageUrls } from '#web/sync/reads/image-urls.ts'
import { useMay } from '#web/sync/rights.ts'
import { Card } from '#web/ui/card.tsx'
import { counted } from '#web/ui/number-format.ts'
import { nameOfPair } from './pair-names.ts'
import { PairPhoto } from './pair-photo.tsx'
import styles from './pairs-card.module.css'
import { takePairPhoto } from './take-pair-photo.ts'

/** A job's photos before and after the work, side by side. A photo opens in the viewer of the job's images. */
export const PairsCard = besidesTasks(function PairsCard({ job }: { job: JobBesidesTasks }) {
  const { jobId, images, pairs = [] } = job
  const shown = useImageUrls(job)
  const { open } = useOpenImage()
  const mayWork = useMay('work')
  const photos = pairs.flatMap((pair) => sides.filter((side) => pair[side])).length
  return (
    <Card title="Before and after" detail={photos > 0 ? counted(photos, 'photo') : ''} flush>
      {pairs.map((pair, at) => {
        const name = nameOfPair(pair, images, at)
        return (
          <section key={pair.pairId} className={styles.pair} aria-label={name}>
            <h3 className={styles.name}>{name}</h3>
            <div className={styles.places}>
              {sides.map((side) => (
                <PairPhoto key={side} {...{ jobId, pair, name, side, images }} {...shown} onOpen={open} />
              ))}
            </div>
          </section>
        )
      })}
      {mayWork && (
        <div className={styles.foot}>
          <Button
            variant="default"
            fullWidth
            className={styles.new}
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
            onClick={() => takePhoto((files) => void takePairPhoto(jobId, uuid(), 'before', files))}
          >
            New pair<span className="sr">: take the before photo</span>
          </Button>
        </div>
      )}
    </Card>
  )
})
