import type { Job } from '#core/job/job.ts'
import { useUser } from '#web/client/use-user.ts'
import { groupsOf, uniqueNameOf } from '#web/features/images/image-groups.ts'
import { Picture } from '#web/features/images/thumbnails.tsx'
import type { UrlsById } from '#web/sync/reads/image-urls.ts'
import { Card } from '#web/ui/card.tsx'
import styles from './past-job-cards.module.css'

type Props = { then: Job; now: Job; urls: UrlsById; onBroken: () => void }

/** The images the job had, including those deleted since. */
export function PastImages({ then, now, urls, onBroken }: Props) {
  const { userRole } = useUser()
  const current = new Map(now.images.map((one) => [one.imageId, one]))
  const groups = groupsOf(then.images, userRole)
  return (
    <Card title="Images" detail={String(then.images.length || '')}>
      {groups.length === 0 && <p className={styles.noneIn}>No images yet.</p>}
      {groups.map(({ name, images }) => (
        <section key={name} aria-label={name}>
          <h3 className={styles.group}>{name}</h3>
          <ul className={styles.images}>
            {images.map((image, at) => {
              const is = current.get(image.imageId)
              return (
                <li key={image.imageId}>
                  <a
                    className={styles.image}
                    data-changed={!is || undefined}
                    href={urls[image.imageId]?.display}
                    target="_blank"
                    rel="noreferrer"
                  >
                    <span className="sr">View {uniqueNameOf(image, at, name)}, opens in a new tab</span>
                    <Picture src={urls[image.imageId]?.thumbnail} onBroken={onBroken} />
                  </a>
                  {!is && <span className={styles.since}>deleted since</span>}
                  {is && is.description !== image.description && (
                    <span className={styles.since}>now ‘{is.description}’</span>
                  )}
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </Card>
  )
}
