import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { MadeWebhook, RolledSecret, WebhookShown } from '#core/wire/connections/webhooks.ts'
import common from '#web/screens/connections/common.module.css'
import { useMay } from '#web/sync/rights.ts'
import { Card } from '#web/ui/card.tsx'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { WebhookItem } from './webhook-item.tsx'
import { deleteWebhook, giveSecret, useChange, useWebhooks } from './webhook-queries.ts'
import { hostOf } from './webhook-words.ts'
import styles from './webhooks.module.css'

const WebhookDialog = lazyComponent(async () => (await import('./webhook-dialog.tsx')).WebhookDialog)
const MadeWebhookDialog = lazyComponent(async () => (await import('./made-webhook-dialog.tsx')).MadeWebhookDialog)
const NewSecretDialog = lazyComponent(async () => (await import('./new-secret-dialog.tsx')).NewSecretDialog)
const ReplayDialog = lazyComponent(async () => (await import('./replay-dialog.tsx')).ReplayDialog)
const ConfirmDialog = lazyComponent(async () => (await import('#web/ui/dialogs/dialog.tsx')).ConfirmDialog)

type Asked = { what: 'edit' | 'replay' | 'secret' | 'delete'; item: WebhookShown } | { what: 'new' }

/** The webhooks of the company: where its events are sent, and what came of it. */
export function WebhooksCard() {
  const read = useWebhooks()
  const change = useChange()
  const mayMake = useMay('createJob')
  const [asked, setAsked] = useState<Asked>()
  const [made, setMade] = useState<MadeWebhook>()
  const close = () => setAsked(undefined)
  const [rolled, setRolled] = useState<{ host: string; secret: RolledSecret }>()
  const rolling = asked?.what === 'secret' ? asked.item : undefined
  const deleting = asked?.what === 'delete' ? asked.item : undefined
  const roll = ({ webhookId, url }: WebhookShown) =>
    change(async () => setRolled({ host: hostOf(url), secret: await giveSecret(webhookId) }))
  const add = mayMake && (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setAsked({ what: 'new' })}
    >
      New webhook
    </Button>
  )
  return (
    <Card title="Webhooks" detail={read.data && String(read.data.webhooks.length)} action={add} flush>
      <ReadState
        read={read}
        failed={() => 'Failed to load the webhooks. Please try again later.'}
        skeleton={<SkeletonRows rows={3} columns={{ url: 260, state: 90 }} />}
      >
        {({ webhooks, people }) =>
          webhooks.length === 0 ? (
            <EmptyState
              title="No webhooks yet"
              text="With a webhook, another program is told at once what happens here, such as a booked visit or a finished job."
            />
          ) : (
            <ul className={styles.webhooks} aria-label="Webhooks">
              {webhooks.map((item) => (
                <WebhookItem
                  key={item.webhookId}
                  item={item}
                  answeredBy={people[item.answeredBy]}
                  mayChange={mayMake}
                  onAsk={(what) => setAsked({ what, item })}
                />
              ))}
            </ul>
          )
        }
      </ReadState>
      <p className={common.foot}>
        Deliveries are kept for 30 days. A failed one is tried again for 3 days; then the webhook turns off and Fettle
        tells you.
      </p>
      {(asked?.what === 'new' || asked?.what === 'edit') && (
        <WebhookDialog
          item={asked.what === 'edit' ? asked.item : undefined}
          onClose={close}
          onDone={(secret) => {
            close()
            setMade(secret)
          }}
        />
      )}
      {made && <MadeWebhookDialog made={made} onClose={() => setMade(undefined)} />}
      {asked?.what === 'replay' && read.data && (
        <ReplayDialog item={asked.item} newest={read.data.seq} onClose={close} />
      )}
      <ConfirmDialog
        opened={rolling !== undefined}
        title={`Make a new secret for ${rolling ? hostOf(rolling.url) : ''}?`}
        confirm="Make a new secret"
        onConfirm={() => rolling && void roll(rolling)}
        onClose={close}
      >
        For 24 hours, deliveries are signed with both secrets, so nothing is lost while you give the receiver the new
        one. After that, the old secret stops working.
      </ConfirmDialog>
      {rolled && <NewSecretDialog host={rolled.host} rolled={rolled.secret} onClose={() => setRolled(undefined)} />}
      <ConfirmDialog
        opened={deleting !== undefined}
        title={`Delete the webhook to ${deleting ? hostOf(deleting.url) : ''}?`}
        confirm="Delete"
        onConfirm={() => deleting && void change(() => deleteWebhook(deleting.webhookId), 'Webhook deleted.')}
        onClose={close}
      >
        Nothing more is sent there, and its list of deliveries is deleted. This can’t be undone.
      </ConfirmDialog>
    </Card>
  )
}
