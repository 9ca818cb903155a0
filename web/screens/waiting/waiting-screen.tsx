import { InstallCard } from '#web/features/install/install-card.tsx'
import { useUnsentWork } from '#web/features/offline/use-unsent-work.ts'
import { Page } from '#web/frame/page.tsx'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { WaitingList } from './waiting-list.tsx'

/** What was done on this device and has not been sent to the server yet. */
export function WaitingScreen() {
  const onPhone = useIsPhone()
  const { count } = useUnsentWork()
  return (
    <Page title="Waiting to send" detail={`${count} on this device`} back={{ to: '/sites', name: 'Back to jobs' }}>
      <WaitingList />
      {onPhone && <InstallCard />}
    </Page>
  )
}
