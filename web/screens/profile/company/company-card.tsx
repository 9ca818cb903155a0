import { Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Me } from '#core/wire/account/session.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { useMe } from '#web/sync/reads/me.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { useMay } from '#web/sync/rights.ts'
import { Card } from '#web/ui/card.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { setCompany } from './set-company.ts'

/** The company's rules, which the office sets for everyone. */
export function CompanyCard() {
  const queries = useQueryClient()
  const { data } = useMe()
  const [busy, setBusy] = useState(false)
  const mayWork = useMay('work')
  if (!data) return null
  const { c_id: companyId, photosNeeded = false } = data.company
  const set = async (to: boolean) => {
    setBusy(true)
    try {
      await setCompany('SetPhotoRule', { companyId, photosNeeded: to })
      queries.setQueryData<Me>(keys.me, (me) => me && { ...me, company: { ...me.company, photosNeeded: to } })
    } catch (failure) {
      toast.failure(errorMessage(failure))
    }
    setBusy(false)
  }
  return (
    <Card title="Company">
      <Switch
        checked={photosNeeded}
        disabled={busy || !mayWork}
        onChange={({ currentTarget }) => void set(currentTarget.checked)}
        label="Photos needed before a job is done"
        description="Every before photo needs its after photo, and every job at least one after photo. If a worker has no photo, they say why and the job stays open."
      />
    </Card>
  )
}
