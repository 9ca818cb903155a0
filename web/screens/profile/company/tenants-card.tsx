import { Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type TenantNews, tenantNews } from '#core/company/tenant-rule.ts'
import type { Me } from '#core/wire/account/session.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { useMe } from '#web/sync/reads/me.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { useMay } from '#web/sync/rights.ts'
import { Card } from '#web/ui/card.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { setCompany } from './set-company.ts'
import styles from './tenants-card.module.css'

const words: Record<TenantNews, { label: string; description: string }> = {
  booked: {
    label: 'Email the link when a visit is booked',
    description: 'The site’s tenants get the link to their page, ten minutes after the last change of the visit.',
  },
  changed: {
    label: 'Email when a visit is moved or cancelled',
    description: 'Only tenants who have the link by email.',
  },
  onTheWay: {
    label: 'Email when a worker is on the way',
    description: 'With the worker’s first name, and the time that they gave.',
  },
}

/** What tenants are told without anybody's click. All of it is off until the office turns it on. */
export function TenantsCard() {
  const queries = useQueryClient()
  const { data } = useMe()
  const [busy, setBusy] = useState(false)
  const mayEdit = useMay('editJob')
  if (!data) return null
  const { c_id: companyId, office } = data.company
  const set = async (news: TenantNews, isOn: boolean) => {
    const ways: 'email'[] = isOn ? ['email'] : []
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
      <div className={styles.switches}>
        {tenantNews.map((news) => (
          <Switch
            key={news}
            {...words[news]}
            checked={office?.tenantRule?.[news]?.includes('email') ?? false}
            disabled={busy || !mayEdit}
            onChange={({ currentTarget }) => void set(news, currentTarget.checked)}
          />
        ))}
      </div>
    </Card>
  )
}

const withRule = (me: Me, news: TenantNews, ways: 'email'[]): Me => {
  const { office } = me.company
  if (!office) return me
  return {
    ...me,
    company: { ...me.company, office: { ...office, tenantRule: { ...office.tenantRule, [news]: ways } } },
  }
}
