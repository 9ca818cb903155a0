import { Button, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isOffice } from '#core/model/access.ts'
import type { CalendarFeed, FeedAnswer, FeedVisits } from '#core/wire/jobs/calendar.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { useUser } from '#web/client/use-user.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { useMay } from '#web/sync/rights.ts'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Choices } from '#web/ui/fields/choices.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { lastUse } from '#web/ui/time/last-use.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import styles from './calendar-feed-card.module.css'
import { calendarReader } from './calendar-reader.ts'
import { chooseVisits, feedKey, makeLink, turnOff, useFeed } from './queries-feed.ts'

/** The private link that shows the user's visits in other calendars; it can be replaced or turned off. */
export function CalendarFeedCard() {
  const queries = useQueryClient()
  const { userRole } = useUser()
  const { data, error, refetch } = useFeed()
  const mayWork = useMay('work')
  const usual = isOffice(userRole) ? 'all' : 'mine'
  const act = (work: Promise<FeedAnswer>) =>
    work.then(
      (answer) => queries.setQueryData<FeedAnswer>(feedKey, answer),
      (failure: unknown) => toast.failure(errorMessage(failure)),
    )
  return (
    <Card title="Calendar feed" flush>
      <p className={styles.text}>
        {isOffice(userRole) ? 'Visits' : 'Your visits'} in Google, Apple or Outlook. Anyone who has this link can read
        them, so keep it to yourself.
      </p>
      {error && !data && (
        <div className={styles.foot} role="alert">
          <p>{errorMessage(error)}</p>
          <Button size="compact-sm" variant="default" onClick={() => refetch()}>
            Retry
          </Button>
        </div>
      )}
      {data?.feed && (
        <Link
          feed={data.feed}
          ownOnly={!isOffice(userRole)}
          mayChange={mayWork}
          onVisits={(visits) => act(chooseVisits(visits))}
          onNew={(visits) => act(makeLink(visits))}
          onOff={() => act(turnOff())}
        />
      )}
      {data && !data.feed && (
        <div className={styles.foot}>
          <span className={styles.quiet}>Turned off</span>
          {mayWork && (
            <Button size="compact-sm" variant="default" onClick={() => act(makeLink(usual))}>
              Make a link
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}

type Props = {
  feed: CalendarFeed
  /** Team members cannot choose whose visits to include. */
  ownOnly: boolean
  /** Not in a company that was closed: there the link can only be turned off. */
  mayChange: boolean
  onVisits: (visits: FeedVisits) => void
  onNew: (visits: FeedVisits) => void
  onOff: () => void
}

const choices = [
  ['all', 'All visits'],
  ['mine', 'Only mine'],
] as const

function Link({ feed, ownOnly, mayChange, onVisits, onNew, onOff }: Props) {
  const { copied, copy, error } = useClipboard({ timeout: 2_000 })
  const [confirming, setConfirming] = useState<'new' | 'off'>()
  const link = feed.path && `${location.origin}${feed.path}`
  const Icon = copied ? IconCheck : IconCopy
  return (
    <>
      <div className={styles.link}>
        <TextInput
          label="Private link"
          className={styles.field}
          readOnly
          value={link ?? 'This older link can’t be shown. It works until you make a new one.'}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant="default"
          leftSection={<Icon size={16} aria-hidden />}
          disabled={!link}
          onClick={() => link && copy(link)}
        >
          {copied ? 'Copied' : 'Copy link'}
        </Button>
      </div>
      {error && (
        <p className={styles.text} role="alert">
          This browser doesn’t allow copying. Select the link and copy it yourself.
        </p>
      )}
      {mayChange && !ownOnly && (
        <div className={styles.visits}>
          <Choices name="Which visits" options={choices} value={feed.visits} onChange={onVisits} />
        </div>
      )}
      <div className={styles.foot}>
        <LastRead feed={feed} />
        {mayChange && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconRefresh size={14} aria-hidden />}
            onClick={() => setConfirming('new')}
          >
            Make a new link
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={() => setConfirming('off')}>
          Turn off
        </Button>
      </div>
      <Dialog
        opened={confirming !== undefined}
        onClose={() => setConfirming(undefined)}
        size={420}
        title={confirming === 'new' ? 'Make a new link?' : 'Turn the calendar feed off?'}
        footer={
          <>
            <Button variant="default" onClick={() => setConfirming(undefined)}>
              Cancel
            </Button>
            <Button
              onClick={() => {
                if (confirming === 'new') onNew(feed.visits)
                else onOff()
                setConfirming(undefined)
              }}
            >
              {confirming === 'new' ? 'Make a new link' : 'Turn off'}
            </Button>
          </>
        }
      >
        <p>Calendars using the old link will stop updating.</p>
      </Dialog>
    </>
  )
}

function LastRead({ feed: { lastReadAt, lastReadBy } }: { feed: CalendarFeed }) {
  const zone = useTimeZone()
  const now = useNow()
  if (lastReadAt === undefined) return <span className={styles.quiet}>Not read yet</span>
  const when = lastUse(lastReadAt, now, zone).replace(/^(Now|Today|Yesterday)/, (word) => word.toLowerCase())
  return (
    <span className={styles.quiet}>
      Last read by {calendarReader(lastReadBy)}, {when}
    </span>
  )
}
