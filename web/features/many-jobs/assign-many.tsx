import { useMemo, useState } from 'react'
import { assignEach, type Planned } from '#core/prediction/many-jobs.ts'
import { PeopleField, useAssignable } from '#web/features/schedule/people/people-field.tsx'
import { usePeople } from '#web/sync/reads/people.ts'
import { ChangeManyDialog } from './change-many-dialog.tsx'
import type { ManyProps } from './many-props.ts'

/** Gives the visits of many jobs to the same people. */
export function AssignMany(props: ManyProps) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const people = useAssignable(chosen)
  const names = usePeople()
  const change = useMemo(() => (chosen.length > 0 ? () => assignEach(chosen) : undefined), [chosen])
  const named = (userIds: readonly string[]) =>
    userIds.map((userId) => names.get(userId)?.name ?? '').join(', ') || 'Nobody'
  const effect = (plan: Planned) =>
    'made' in plan && `${named(plan.made.before.assignedTo)} → ${named(plan.made.after.assignedTo)}`
  return (
    <ChangeManyDialog
      {...props}
      title="Assign"
      done="People assigned to"
      submit="Assign"
      change={change}
      effect={effect}
    >
      <PeopleField people={people} chosen={chosen} error={undefined} takesFocus onChange={setChosen} />
    </ChangeManyDialog>
  )
}
