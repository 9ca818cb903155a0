import { Link } from 'react-router'
import { Picture } from '#web/features/images/thumbnails.tsx'
import { useSitePhotos } from '#web/sync/reads/sites/site-reads.ts'
import { Card } from '#web/ui/card.tsx'
import { counted, numberText } from '#web/ui/number-format.ts'
import styles from './site-work.module.css'

/** The newest photos of the jobs at a site, each of which opens in its job; nothing where there are none. */
export function SitePhotos({ siteId }: { siteId: string }) {
  const { data, refetch } = useSitePhotos(siteId)
  if (!data || data.photos.length === 0) return null
  const { photos, jobs } = data.counts
  return (
    <Card title="Photos" detail={`${numberText(photos)} from ${counted(jobs, 'job')}`}>
      <ul className={styles.photos}>
        {data.photos.map(({ jobId, jobRef, imageId, description, urls }, at) => (
          <li key={imageId}>
            <Link to={`/job/${jobId}?image=${imageId}`}>
              <span className="sr">
                Photo {at + 1}, job {jobRef}
                {description && `: ${description}`}
              </span>
              <Picture src={urls.thumbnail} onBroken={refetch} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
