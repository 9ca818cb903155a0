import { Button, Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { dayNameIn } from '#core/time/format.ts'
import { confirmedMinutes } from '#core/wire/account/confirmation-codes.ts'
import type { ExtraChecksRequest, SecondFactorAnswer } from '#core/wire/account/second-factor.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { secondFactorKey } from '#web/sync/account/second-factor.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { Card } from '#web/ui/card.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './second-factor.module.css'

type Props = Pick<SecondFactorAnswer, 'asksAgain' | 'isRequired' | 'passwordSetAt'>

/** Whether the user is asked again before big changes, and when they last changed their password. */
export function ExtraChecksCard({ asksAgain, isRequired, passwordSetAt }: Props) {
  const queries = useQueryClient()
  const zone = useTimeZone()
  const [busy, setBusy] = useState(false)
  const set = async (to: boolean) => {
    setBusy(true)
    try {
      await call(paths.extraChecks, { method: 'PUT', body: { asksAgain: to } satisfies ExtraChecksRequest })
    } catch (failure) {
      toast.failure(errorMessage(failure))
    }
    await queries.invalidateQueries({ queryKey: secondFactorKey })
    setBusy(false)
  }
  return (
    <Card title="Extra checks" flush>
      <div className={styles.row}>
        <Switch
          className={styles.switch}
          classNames={{ label: styles.name, description: styles.quiet }}
          labelPosition="left"
          checked={asksAgain}
          disabled={busy || isRequired}
          onChange={({ currentTarget }) => void set(currentTarget.checked)}
          label="Ask me again before big changes"
          description={`Before changes to roles, exports and erasing, unless you confirmed in the last ${confirmedMinutes} minutes.${isRequired ? ' Your company requires it.' : ''}`}
        />
      </div>
      <div className={styles.row}>
        <div className={styles.what}>
          <div className={styles.name}>Password</div>
          {passwordSetAt && <div className={styles.quiet}>Last changed {dayNameIn(passwordSetAt, zone)}</div>}
        </div>
        <Button component={Link} to="/profile" size="compact-sm" variant="default">
          Change<span className="sr"> password</span>
        </Button>
      </div>
    </Card>
  )
}
