import { Button } from '@mantine/core'
import { wordsOfFailure } from '#core/webhooks/failure-words.ts'
import type { DeliveryAnswer, WebhookShown } from '#core/wire/connections/webhooks.ts'
import common from '#web/screens/connections/common.module.css'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { numberText } from '#web/ui/number-format.ts'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { replayWebhook, retryDelivery, useChange, useDelivery } from './webhook-queries.ts'
import { momentIn, nameOfDelivery, outcomeOf, standingWords } from './webhook-words.ts'
import styles from './webhooks.module.css'

type Props = { webhook: WebhookShown; deliveryId: string; mayChange: boolean; onClose: () => void }

/** What is sent with a delivery, and what was answered. */
export function DeliveryDialog({ webhook, deliveryId, mayChange, onClose }: Props) {
  const { webhookId } = webhook
  const read = useDelivery(webhookId, deliveryId)
  const change = useChange()
  const delivery = read.data?.delivery
  const isOn = webhook.off === undefined
  const retry = () => change(() => retryDelivery(webhookId, deliveryId), 'It is being sent again.')
  const seq = delivery?.seq
  const sendFrom = async () => {
    if (seq !== undefined && (await change(() => replayWebhook(webhookId, seq), 'They are being sent again.')))
      onClose()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={delivery ? nameOfDelivery(delivery) : 'Delivery'}
      size={720}
      footer={
        <>
          {mayChange && isOn && seq !== undefined && (
            <Button variant="default" onClick={() => void sendFrom()}>
              Send again from here
            </Button>
          )}
          {mayChange && isOn && delivery && (
            <Button variant="default" onClick={() => void retry()}>
              Send this again
            </Button>
          )}
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <ReadState
        read={read}
        failed={() => 'Failed to load the delivery. Please try again later.'}
        skeleton={<SkeletonRows rows={5} columns={{ name: 90, value: 280 }} />}
      >
        {(data) => <Sent data={data} webhook={webhook} />}
      </ReadState>
    </Dialog>
  )
}

function Sent({ data: { delivery, body, answer }, webhook }: { data: DeliveryAnswer; webhook: WebhookShown }) {
  const zone = useTimeZone()
  const outcome = outcomeOf(delivery)
  const { failure, status, triedAt, seq, deliveryId } = delivery
  const isOn = webhook.off === undefined
  return (
    <div className={styles.sent}>
      <dl className={styles.facts}>
        <dt>Last response</dt>
        <dd>
          {outcome ? (
            <span className={styles.outcome} data-good={outcome.isGood || undefined}>
              {outcome.word}
            </span>
          ) : (
            'None yet'
          )}{' '}
          {standingWords(delivery, { zone, isOn })}
        </dd>
        {failure !== undefined && (
          <>
            <dt>Why</dt>
            <dd>{wordsOfFailure(failure).long}</dd>
          </>
        )}
        {triedAt !== undefined && (
          <>
            <dt>Tried</dt>
            <dd>{momentIn(triedAt, zone)}</dd>
          </>
        )}
        {seq !== undefined && (
          <>
            <dt>Event</dt>
            <dd>{numberText(seq)}</dd>
          </>
        )}
        <dt>webhook-id</dt>
        <dd className={styles.mono}>{deliveryId}</dd>
      </dl>
      <h3 className={styles.subtitle}>Request</h3>
      {body === undefined ? (
        <p className={common.quiet}>Nothing can be sent: the event was erased, or this webhook may no longer see it.</p>
      ) : (
        <pre className={common.code}>{`POST ${webhook.url}\n\n${body}`}</pre>
      )}
      <h3 className={styles.subtitle}>Response</h3>
      {answer ? (
        <pre className={common.code}>{answer}</pre>
      ) : (
        <p className={common.quiet}>{status === undefined ? 'There was no response.' : 'The response was empty.'}</p>
      )}
    </div>
  )
}
