import { Button, Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type TenantNews, type TenantWay, tenantNews, tenantWays } from '#core/company/tenant-rule.ts'
import type { Me } from '#core/wire/account/session.ts'
import type { TextsAnswer } from '#core/wire/jobs/texts.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { useMe } from '#web/sync/reads/me.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { useMay } from '#web/sync/rights.ts'
import { Card } from '#web/ui/card.tsx'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { counted } from '#web/ui/number-format.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { setCompany } from './set-company.ts'
import styles from './tenants-card.module.css'
import { useTexts } from './texts/texts.ts'

const TextsDialog = lazyComponent(async () => (await import('./texts/texts-dialog.tsx')).TextsDialog)

const words: Record<TenantNews, { label: string; description: string }> = {
  booked: {
    label: 'When a visit is booked',
    description: 'The site’s tenants get the link to their page, ten minutes after the last change of the visit.',
  },
  changed: {
    label: 'When a visit is moved or cancelled',
    description: 'Only tenants who have been sent the link.',
  },
  onTheWay: {
    label: 'When a worker is on the way',
    description: 'With the worker’s first name, and the time that they gave.',
  },
}
const wayLabels: Record<TenantWay, string> = { email: 'Email', text: 'Text' }

/** What tenants are told without anybody's click, and by which ways. All of it is off until the office turns it on. */
export function TenantsCard() {
  const queries = useQueryClient()
  const { data } = useMe()
  const { data: texts } = useTexts()
  const [busy, setBusy] = useState(false)
  const mayEdit = useMay('editJob')
  if (!data) return null
  const { c_id: companyId, office } = data.company
  const set = async (news: TenantNews, way: TenantWay, isOn: boolean) => {
    const now = office?.tenantRule?.[news] ?? []
    const ways = tenantWays.filter((one) => (one === way ? isOn : now.includes(one)))
    setBusy(true)
    try {
      await setCompany('SetTenantRule', { companyId, news, ways })
      queries.setQueryData<Me>(keys.me, (me) => me && withRule(me, news, ways))
    } catch (failure) {
      toast.failure(errorMessage(failure))
    }
    setBusy(false)
  }
  return (
    <Card title="Tenants">
      <div className={styles.news}>
        {tenantNews.map((news) => (
          <fieldset key={news} className={styles.row}>
            <legend>{words[news].label}</legend>
            <p className={styles.quiet}>{words[news].description}</p>
            <div className={styles.ways}>
              {tenantWays.map((way) => (
                <Switch
                  key={way}
                  label={wayLabels[way]}
                  checked={office?.tenantRule?.[news]?.includes(way) ?? false}
                  disabled={busy || !mayEdit}
                  onChange={({ currentTarget }) => void set(news, way, currentTarget.checked)}
                />
              ))}
            </div>
          </fieldset>
        ))}
        {texts && <Sending texts={texts} />}
      </div>
    </Card>
  )
}

/** How this server can tell tenants anything at all, and what was texted. */
function Sending({ texts: { canEmail, mode, thisMonth, mostInDay, texts } }: { texts: TextsAnswer }) {
  const [isShown, setShown] = useState(false)
  const failed = texts.filter(({ state }) => state === 'failed').length
  return (
    <div className={styles.sending}>
      {!canEmail && (
        <p>No mail server is set up, so tenants get no emails. Ask whoever runs Fettle for you to add one.</p>
      )}
      {mode === 'off' && (
        <p>
          No gateway for text messages is set up, so tenants get no texts. Ask whoever runs Fettle for you to add one.
        </p>
      )}
      {mode === 'sandbox' && (
        <p>Text messages are only being tried out: none is sent, and you can read what would have been sent.</p>
      )}
      {mode === 'gateway' && (
        <p>
          {counted(thisMonth.texts, 'text')} sent this month
          {thisMonth.parts > thisMonth.texts && `, charged as ${thisMonth.parts}`}; at most {mostInDay} a day.
        </p>
      )}
      {failed > 0 && <p role="status">{counted(failed, 'text')} couldn’t be sent.</p>}
      {(mode !== 'off' || texts.length > 0) && (
        <Button variant="default" size="xs" className={styles.show} onClick={() => setShown(true)}>
          Show texts
        </Button>
      )}
      {isShown && <TextsDialog onClose={() => setShown(false)} />}
    </div>
  )
}

const withRule = (me: Me, news: TenantNews, ways: TenantWay[]): Me => {
  const { office } = me.company
  if (!office) return me
  return {
    ...me,
    company: { ...me.company, office: { ...office, tenantRule: { ...office.tenantRule, [news]: ways } } },
  }
}
