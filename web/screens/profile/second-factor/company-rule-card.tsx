import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type SecondFactorRule, secondFactorRuleNames, secondFactorRules } from '#core/company/second-factor-rule.ts'
import { nameOfPerson } from '#core/member/names.ts'
import type { SecondFactorRuleAnswer, SecondFactorRuleRequest } from '#core/wire/account/second-factor.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { secondFactorKey } from '#web/sync/account/second-factor.ts'
import { useMe } from '#web/sync/reads/me.ts'
import { useTeam } from '#web/sync/reads/team.ts'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/dialog.tsx'
import { Choices } from '#web/ui/fields/choices.tsx'
import { ReadFailed } from '#web/ui/states/read-failed.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './company-rule-card.module.css'

const title = 'Two-factor sign-in for your company'

/** Where people sign in elsewhere, the owner sets such a rule there. */
export const ExternalRuleCard = () => (
  <Card title={title}>
    <p>People sign in with your organisation’s account. Whether it asks for a second factor is set there.</p>
  </Card>
)

/** Whom the company requires to have a second factor; the owner sets it. */
export function CompanyRuleCard() {
  const queries = useQueryClient()
  // Another device may set it too: the company is pushed with it.
  const pushed = useMe().data?.company.office?.secondFactorFor ?? 'nobody'
  const key = ['second-factor-rule', pushed]
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call<SecondFactorRuleAnswer>(paths.secondFactorRule, { signal }),
    placeholderData: (before) => before,
    refetchInterval: 30_000,
  })
  const team = useTeam()
  const [asking, setAsking] = useState<SecondFactorRule>()
  const [busy, setBusy] = useState(false)
  const labelId = useId()
  if (!data)
    return (
      <Card title={title}>
        {error && <ReadFailed text={errorMessage(error)} error={error} onRetry={() => void refetch()} />}
      </Card>
    )
  const { secondFactorFor: from, without: usernames } = data
  const named = new Map(team.data?.map((one) => [one.username, nameOfPerson(one)]))
  const without = usernames.map((one) => named.get(one) ?? one)
  const set = async (secondFactorFor: SecondFactorRule) => {
    setBusy(true)
    try {
      const body: SecondFactorRuleRequest = { secondFactorFor, from }
      await call(paths.secondFactorRule, { method: 'PUT', body })
      queries.setQueryData<SecondFactorRuleAnswer>(key, { secondFactorFor, without: usernames })
    } catch (failure) {
      toast.failure(errorMessage(failure))
    }
    await Promise.all([
      queries.invalidateQueries({ queryKey: key }),
      queries.invalidateQueries({ queryKey: secondFactorKey }),
    ])
    setBusy(false)
  }
  const choose = (to: SecondFactorRule) => {
    if (to === from || busy) return
    if (to === 'office' && without.length > 0) return setAsking(to)
    void set(to)
  }
  return (
    <Card title={title}>
      <p className={styles.label} id={labelId}>
        Two-factor required for
      </p>
      <Choices
        name={{ labelledBy: labelId }}
        options={secondFactorRules.map((rule) => [rule, secondFactorRuleNames[rule]] as const)}
        value={from}
        onChange={choose}
        busy={busy}
      />
      <p className={styles.text}>{meanings[from]}</p>
      {from !== 'office' && without.length > 0 && (
        <p className={styles.text}>No second factor yet: {inWords(without)}.</p>
      )}
      {from === 'office' && without.length > 0 && (
        <p className={styles.waiting}>
          Not set up yet: {inWords(without)}. Until then they can’t do anything else in Fettle.
        </p>
      )}
      <ConfirmDialog
        opened={asking !== undefined}
        title="Require two-factor sign-in of the whole office?"
        confirm="Require it"
        onConfirm={() => asking && void set(asking)}
        onClose={() => setAsking(undefined)}
      >
        <p>
          {inWords(without)} {without.length === 1 ? 'has' : 'have'} not set it up. From now on they can’t do anything
          else in Fettle until they have. Changes that they have not sent yet are kept.
        </p>
      </ConfirmDialog>
    </Card>
  )
}

const meanings: Record<SecondFactorRule, string> = {
  nobody: 'Everyone chooses for themselves.',
  owner: 'Owners need an authenticator app or a passkey to work in Fettle. Everyone else chooses for themselves.',
  office:
    'Owners and admins need an authenticator app or a passkey to work in Fettle. The team chooses for themselves.',
}

const inWords = (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names)
