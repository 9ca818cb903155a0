import { Page } from '#web/parts/page.tsx'
import { useWaiting } from '#web/parts/waiting/use-waiting.ts'
import { WaitingList } from '#web/parts/waiting/waiting-list.tsx'

/** What was done on this device and has not reached the server yet. */
export function WaitingScreen() {
  const { count } = useWaiting()
  return (
    <Page title="Waiting to send" detail={`${count} on this device`} back={{ to: '/sites', name: 'Back to jobs' }}>
      <WaitingList />
    </Page>
  )
}
