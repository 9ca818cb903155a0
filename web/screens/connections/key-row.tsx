import { Button } from '@mantine/core'
import type { ApiKeyShown } from '#core/wire/connections/api-keys.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { dayIn } from '#web/ui/time/format-instant.ts'
import { lastUse } from '#web/ui/time/last-use.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import common from './common.module.css'
import styles from './connections.module.css'
import { scopeLabels } from './scope-words.ts'

const day = 86_400_000
/** How many days before its end a key says so in colour. */
const soon = 14

const ended = {
  revoked: 'Revoked',
  expired: 'Expired',
  'maker-left': 'Ended: the person who created it is no longer an owner or admin',
} as const

type Props = { item: ApiKeyShown; maker: string; onRevoke: () => void; onCalls: () => void }

/** An API key: its name and ending, what it may do, who made it and when it was last used. */
export function KeyRow({ item, maker, onRevoke, onCalls }: Props) {
  const zone = useTimeZone()
  const now = useNow()
  const { name, shown, audience, scopes, lastUsedAt, expiresAt, createdAt, onlyAgency } = item
  const today = new Date(now).toISOString()
  const used = lastUsedAt === undefined ? 'Never used' : `Last used: ${lastUse(lastUsedAt, now, zone)}`
  const left = expiresAt === undefined ? undefined : Math.ceil((Date.parse(expiresAt) - now) / day)
  // It works until the last moment of the day before.
  const lastDay = expiresAt && dayIn(new Date(Date.parse(expiresAt) - 1).toISOString(), zone, today)
  return (
    <li className={styles.key} data-ended={item.ended !== undefined || undefined}>
      <div className={styles.main}>
        <h3 className={styles.name}>
          {name} <span className={styles.mono}>{shown}</span>
        </h3>
        <ul className={`${common.labels} ${styles.labels}`} aria-label={`What ${name} may do`}>
          {scopeLabels(scopes).map((label) => (
            <li key={label}>{label}</li>
          ))}
          <li>{audience === 'office' ? 'Sees what the office sees' : 'Sees what the team sees'}</li>
          {onlyAgency && <li>Only jobs of {onlyAgency}</li>}
        </ul>
        <p className={common.quiet}>
          Made by {maker || 'somebody who has left'}, {dayIn(createdAt, zone, today)}
          {!item.ended && lastDay && (
            <span className={styles.until} data-soon={(left !== undefined && left <= soon) || undefined}>
              Works until {lastDay}
            </span>
          )}
        </p>
      </div>
      <div className={styles.end}>
        <span className={common.quiet}>{item.ended ? ended[item.ended] : used}</span>
        {lastUsedAt !== undefined && (
          <Button size="compact-sm" variant="default" onClick={onCalls}>
            Last calls<span className="sr"> of {name}</span>
          </Button>
        )}
        {!item.ended && (
          <Button size="compact-sm" variant="default" onClick={onRevoke}>
            Revoke<span className="sr"> {name}</span>
          </Button>
        )}
      </div>
    </li>
  )
}
