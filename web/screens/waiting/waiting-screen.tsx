import { useUnsentWork } from '#web/features/offline/use-unsent-work.ts'
import { Page } from '#web/frame/page.tsx'
import { fileSize } from '#web/sync/photos/photo-changes.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { StuckStatus } from './stuck-status.tsx'
import { NoConnection, TryNow } from './try-now.tsx'
import { WaitingList } from './waiting-list.tsx'

/** Loaded after the page. */
const StorageWarning = lazyComponent(
  async () => (await import('#web/features/offline/storage/storage-warning.tsx')).StorageWarning,
)

/** What was done on this device and has not been sent to the server yet. */
export function WaitingScreen() {
  const { count, photos } = useUnsentWork()
  const bytes = photos.reduce((sum, { size }) => sum + size, 0)
  const detail = `${count} on this device${bytes > 0 ? `, ${fileSize(bytes)}` : ''}`
  return (
    <Page
      title="Waiting to send"
      detail={detail}
      back={{ to: '/sites', name: 'Back to jobs' }}
      phoneFoot={count > 0 && <TryNow />}
    >
      <StorageWarning count={count} />
      <StuckStatus />
      <WaitingList />
      {count > 0 && <NoConnection />}
    </Page>
  )
}
