import type { ReactNode } from 'react'
import { useUnsentWork } from '#web/features/offline/use-unsent-work.ts'
import { useIsUnreachable, useLedger } from '#web/sync/ledger/ledger-store.ts'
import type { Entry } from '#web/sync/outbox/outbox.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { isAside } from './stuck-words.ts'
import styles from './waiting.module.css'
import { Change } from './waiting-row.tsx'

/** Loaded after the page. */
const FailedChange = lazyComponent(async () => (await import('./failed-change.tsx')).FailedChange)
const WaitingPhotos = lazyComponent(async () => (await import('./waiting-photos.tsx')).WaitingPhotos)
const WifiOnlyCard = lazyComponent(async () => (await import('./waiting-photos.tsx')).WifiOnlyCard)
const FailedPhoto = lazyComponent(async () => (await import('./waiting-photos.tsx')).FailedPhoto)

/** This device's unsent work: what needs the user first, then changes in order, then photos. */
export function WaitingList() {
  const { failed, changes, photos, count } = useUnsentWork()
  const [aside, coming] = [photos.filter(isAside), photos.filter((one) => !isAside(one))]
  const unreachable = useIsUnreachable()
  const keeping = useLedger((state) => state.keeping)
  const stateOf = ({ commandId }: Entry, at: number) => {
    if (keeping.includes(commandId)) return 'Saving'
    if (unreachable) return 'Waiting'
    return at === 0 ? 'Sending' : 'Next'
  }
  const queueRead = useLedger((state) => state.queueRead)
  if (count === 0 && !queueRead) return null
  if (count === 0)
    return (
      <>
        <div className={styles.card}>
          <EmptyState title="Nothing waiting to send." text="Everything you’ve done on this device has been sent." />
        </div>
        <WifiOnlyCard className={setting} />
      </>
    )
  return (
    <>
      {failed.length + aside.length > 0 && (
        <Section name="Stuck" count={failed.length + aside.length}>
          {failed.map((entry) => (
            <FailedChange key={entry.commandId} entry={entry} />
          ))}
          {aside.map((photo) => (
            <FailedPhoto key={photo.imageId} photo={photo} className={styles.failed} />
          ))}
        </Section>
      )}
      {changes.length > 0 && (
        <Section name="Changes, in order" count={changes.length}>
          {changes.map((entry, at) => (
            <li key={entry.commandId} className={styles.change}>
              <Change entry={entry} />
              <span className={styles.state}>{stateOf(entry, at)}</span>
            </li>
          ))}
        </Section>
      )}
      {coming.length > 0 && (
        <section className={styles.section}>
          <h2 className={styles.name}>
            Photos, after the changes <span>{coming.length}</span>
          </h2>
          <div className={`${styles.card} ${styles.photos}`}>
            <WaitingPhotos photos={coming} />
          </div>
        </section>
      )}
      {coming.length === 0 && <WifiOnlyCard className={setting} />}
    </>
  )
}

const setting = `${styles.card} ${styles.photos} ${styles.setting}`

const Section = ({ name, count, children }: { name: string; count: number; children: ReactNode }) => (
  <section className={styles.section}>
    <h2 className={styles.name}>
      {name} <span>{count}</span>
    </h2>
    <ul className={styles.card}>{children}</ul>
  </section>
)
