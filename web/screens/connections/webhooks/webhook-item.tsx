import { Button, Menu, Switch } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconChevronDown, IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { dueWords } from '#core/deadlines/standing.ts'
import type { WebhookShown } from '#core/wire/connections/webhooks.ts'
import common from '#web/screens/connections/common.module.css'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { numberText } from '#web/ui/number-format.ts'
import { lastUse } from '#web/ui/time/last-use.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import { Deliveries } from './deliveries.tsx'
import { testWebhook, turnWebhook, useChange } from './webhook-queries.ts'
import { hostOf, namesOfTypes, offWords } from './webhook-words.ts'
import styles from './webhooks.module.css'

/** More types are counted. */
const mostNamed = 3

type Props = {
  item: WebhookShown
  answeredBy: string | undefined
  mayChange: boolean
  onAsk: (what: 'edit' | 'replay' | 'secret' | 'delete') => void
}

/** A webhook: where it sends, what it is told of, how it stands, and its deliveries. */
export function WebhookItem({ item, answeredBy, mayChange, onAsk }: Props) {
  const { webhookId, url, audience, eventTypes, secretShown, earlierSecretUntil, off, onlyAgency } = item
  const change = useChange()
  const zone = useTimeZone()
  const now = useNow()
  const [open, setOpen] = useState(item.failed > 0)
  const [busy, setBusy] = useState(false)
  const host = hostOf(url)
  const names = namesOfTypes(eventTypes)
  const turn = async (isOn: boolean) => {
    setBusy(true)
    await change(() => turnWebhook(webhookId, isOn))
    setBusy(false)
  }
  const test = async () => {
    if (await change(() => testWebhook(webhookId), 'A test is on its way.')) setOpen(true)
  }
  return (
    <li className={styles.webhook}>
      <div className={styles.head}>
        <h3 className={styles.url}>{url}</h3>
        <div className={styles.state}>
          <Standing item={item} answeredBy={answeredBy} />
          <Switch
            aria-label={`Send to ${host}`}
            checked={off === undefined}
            disabled={!mayChange || busy}
            onChange={({ currentTarget }) => void turn(currentTarget.checked)}
          />
        </div>
        <ul className={common.labels} aria-label={`What ${host} is told of`}>
          {names.length === 0 && <li>Everything</li>}
          {names.slice(0, mostNamed).map((name) => (
            <li key={name}>{name}</li>
          ))}
          {names.length > mostNamed && <li>+ {names.length - mostNamed} more</li>}
          <li>{audience === 'office' ? 'As the office sees it' : 'As the team sees it'}</li>
          {onlyAgency && <li>Only jobs of {onlyAgency}</li>}
        </ul>
        <p className={common.quiet} data-both={earlierSecretUntil ? true : undefined}>
          Signed, secret <span className={styles.mono}>{secretShown}</span>
          {earlierSecretUntil &&
            `, and with the earlier one until ${dueWords(earlierSecretUntil, new Date(now).toISOString(), zone)}`}
        </p>
      </div>
      {open && <Deliveries item={item} mayChange={mayChange} />}
      <div className={styles.actions}>
        <Button
          size="compact-md"
          variant="default"
          aria-expanded={open}
          leftSection={<IconChevronDown size={16} aria-hidden className={open ? styles.turned : undefined} />}
          onClick={() => setOpen(!open)}
        >
          Deliveries<span className="sr"> to {host}</span>
        </Button>
        {mayChange && (
          <>
            <Button size="compact-md" variant="default" onClick={() => void test()}>
              Send a test<span className="sr"> to {host}</span>
            </Button>
            <Menu position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
              <Menu.Target>
                <Button size="compact-md" variant="subtle" color="gray" className={styles.more}>
                  <IconDots size={18} aria-hidden />
                  <span className="sr">More for {host}</span>
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item className={styles.choice} onClick={() => onAsk('edit')}>
                  Edit
                </Menu.Item>
                <Menu.Item className={styles.choice} onClick={() => onAsk('replay')}>
                  Send again from an event
                </Menu.Item>
                <Menu.Item className={styles.choice} onClick={() => onAsk('secret')}>
                  New secret
                </Menu.Item>
                <Menu.Item className={styles.choice} onClick={() => onAsk('delete')}>
                  Delete
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        )}
      </div>
    </li>
  )
}

function Standing({ item, answeredBy }: Pick<Props, 'item' | 'answeredBy'>) {
  const zone = useTimeZone()
  const now = useNow()
  const { off, failed, deliveredAt } = item
  if (off !== undefined)
    return (
      <span className={off === 'paused' ? common.quiet : styles.failed}>
        {off !== 'paused' && <IconAlertTriangle size={16} aria-hidden />}
        {offWords(off, answeredBy)}
      </span>
    )
  if (failed > 0)
    return (
      <span className={styles.failed}>
        <IconAlertTriangle size={16} aria-hidden />
        {numberText(failed)} failed
      </span>
    )
  if (deliveredAt === undefined) return <span className={common.quiet}>Nothing sent yet</span>
  return (
    <span className={styles.good}>
      <IconCheck size={16} aria-hidden />
      All delivered <span className={common.quiet}>{lastUse(deliveredAt, now, zone)}</span>
    </span>
  )
}
