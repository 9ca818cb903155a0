import { Button } from '@mantine/core'
import { useState } from 'react'
import type { DeliveryShown, WebhookShown } from '#core/wire/connections/webhooks.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { Choices } from '#web/ui/fields/choices.tsx'
import { numberText } from '#web/ui/number-format.ts'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { retryDelivery, retryFailed, useChange, useDeliveries } from './webhook-queries.ts'
import { hostOf, momentIn, nameOfDelivery, outcomeOf, standingWords } from './webhook-words.ts'
import styles from './webhooks.module.css'

const DeliveryDialog = lazyComponent(async () => (await import('./delivery-dialog.tsx')).DeliveryDialog)

/** What was sent to a webhook, newest first, with what came of it. */
export function Deliveries({ item, mayChange }: { item: WebhookShown; mayChange: boolean }) {
  const { webhookId, failed, url } = item
  const isOn = item.off === undefined
  const [only, setOnly] = useState<'all' | 'failed'>('all')
  const [viewed, setViewed] = useState<DeliveryShown>()
  const read = useDeliveries(webhookId, only === 'failed', isOn)
  const change = useChange()
  return (
    <section className={styles.deliveries} aria-label={`Deliveries to ${hostOf(url)}`}>
      <div className={styles.bar}>
        <h4 className={styles.subtitle}>Last deliveries</h4>
        <Choices
          compact
          name="Which deliveries"
          options={[
            ['all', 'All'],
            ['failed', failed > 0 ? `Failed ${numberText(failed)}` : 'Failed'],
          ]}
          value={only}
          onChange={setOnly}
        />
        {mayChange && failed > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void change(() => retryFailed(webhookId), 'They are being sent again.')}
          >
            Retry failed
          </Button>
        )}
      </div>
      <ReadState
        read={read}
        failed={() => 'Failed to load the deliveries. Please try again later.'}
        skeleton={<SkeletonRows rows={4} columns={{ time: 48, what: 200, status: 60 }} />}
      >
        {(deliveries) => (
          <>
            {deliveries.length === 0 && (
              <p className={styles.none}>
                {only === 'failed'
                  ? 'No failed deliveries.'
                  : 'Nothing yet. What happens from now on is sent and listed here.'}
              </p>
            )}
            <ul className={styles.list}>
              {deliveries.map((one) => (
                <Line
                  key={one.deliveryId}
                  item={one}
                  isOn={isOn}
                  onView={() => setViewed(one)}
                  onRetry={
                    mayChange && one.state !== 'delivered' && one.triedAt !== undefined
                      ? () => void change(() => retryDelivery(webhookId, one.deliveryId))
                      : undefined
                  }
                />
              ))}
            </ul>
            {read.hasNextPage && (
              <Button
                size="compact-md"
                variant="subtle"
                className={styles.earlier}
                loading={read.isFetchingNextPage}
                onClick={() => void read.fetchNextPage()}
              >
                Show earlier
              </Button>
            )}
          </>
        )}
      </ReadState>
      {viewed && (
        <DeliveryDialog
          webhook={item}
          deliveryId={viewed.deliveryId}
          mayChange={mayChange}
          onClose={() => setViewed(undefined)}
        />
      )}
    </section>
  )
}

type LineProps = { item: DeliveryShown; isOn: boolean; onView: () => void; onRetry: (() => void) | undefined }

function Line({ item, isOn, onView, onRetry }: LineProps) {
  const zone = useTimeZone()
  const outcome = outcomeOf(item)
  const what = nameOfDelivery(item)
  const at = momentIn(item.queuedAt, zone)
  const which = <span className="sr">{` ${what}, ${at}`}</span>
  return (
    <li className={styles.delivery}>
      <time className={styles.time} dateTime={item.queuedAt}>
        {at}
      </time>
      <span className={styles.what}>
        {what}
        {item.seq !== undefined && <span className={styles.event}> event {numberText(item.seq)}</span>}
      </span>
      <span className={styles.standing}>{standingWords(item, { zone, isOn })}</span>
      {outcome && (
        <span className={styles.outcome} data-good={outcome.isGood || undefined}>
          {outcome.word}
        </span>
      )}
      <span className={styles.buttons}>
        {onRetry && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Retry{which}
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={onView}>
          View{which}
        </Button>
      </span>
    </li>
  )
}
