import { Navigate } from 'react-router'
import { isOffice } from '#core/model/access.ts'
import { useUser } from '#web/client/use-user.ts'
import { Page } from '#web/frame/page.tsx'
import { Card } from '#web/ui/card.tsx'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { Loading, SkeletonRows } from '#web/ui/states/loading.tsx'
import styles from './connections.module.css'
import { KeysCard } from './keys-card.tsx'

const WebhooksCard = lazyComponent(
  async () => (await import('./webhooks/webhooks-card.tsx')).WebhooksCard,
  <Card title="Webhooks" flush>
    <Loading>
      <SkeletonRows rows={3} columns={{ url: 260, state: 90 }} />
    </Loading>
  </Card>,
)

/** How other programs reach the company's Fettle, and hear of what happens in it, for its office: API keys and webhooks. */
export function ConnectionsScreen() {
  const { userRole } = useUser()
  if (!isOffice(userRole)) return <Navigate to="/sites" replace />
  return (
    <Page title="Connections">
      <div className={styles.cards}>
        <KeysCard />
        <WebhooksCard />
      </div>
    </Page>
  )
}
