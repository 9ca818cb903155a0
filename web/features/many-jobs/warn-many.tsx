import { Select } from '@mantine/core'
import { useMemo, useState } from 'react'
import { teamWarnings, type Warning } from '#core/job/values.ts'
import { isOffice } from '#core/model/access.ts'
import { label } from '#core/model/label.ts'
import { warnEach } from '#core/prediction/many-jobs.ts'
import { useUser } from '#web/client/use-user.ts'
import { ChangeManyDialog } from './change-many-dialog.tsx'
import type { ManyProps } from './many-props.ts'

/** Without 'invoiced', for which each job needs a number. */
const officeWarnings: readonly Warning[] = [
  'no access',
  'reschedule',
  'quote sent',
  'quote approved',
  'quote rejected',
  'cancelled',
  'management',
  'insurance',
  'free of charge',
  '',
]

/** Sets the same warning on many jobs. */
export function WarnMany(props: ManyProps) {
  const { userRole } = useUser()
  const choices = isOffice(userRole) ? officeWarnings : teamWarnings
  const [chosen, setChosen] = useState<Warning>()
  const change = useMemo(() => (chosen === undefined ? undefined : () => warnEach(chosen)), [chosen])
  return (
    <ChangeManyDialog
      {...props}
      title="Set warning on"
      done={chosen ? `Warning set to ${label(chosen)} on` : 'Warning cleared on'}
      submit={chosen === '' ? 'Clear on' : 'Set on'}
      change={change}
    >
      <Select
        label="Warning"
        placeholder="Choose a warning"
        data-autofocus
        allowDeselect={false}
        data={choices.map((value) => ({ value, label: label(value) }))}
        value={chosen ?? null}
        onChange={(value) => setChosen(choices.find((one) => one === value))}
      />
    </ChangeManyDialog>
  )
}
