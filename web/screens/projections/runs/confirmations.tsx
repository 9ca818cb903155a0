import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ProjectionOverview } from '#core/wire/projections.ts'
import { momentIn } from '#web/features/history/history-times.ts'
import { projectionTitle } from '#web/screens/projections/projection-format.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { ConfirmDialog } from '#web/ui/dialogs/dialog.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { numberText } from '#web/ui/number-format.ts'
import type { ConfirmedAct, RunActions } from './run-actions.ts'

/** Confirms an action, explaining what it will do. */
export function Confirmations({ actions, events }: { actions: RunActions; events: number }) {
  const zone = useTimeZone()
  const { confirming, close, run } = actions
  if (!confirming) return null
  const { act, of } = confirming
  if (act === 'promote') return <Promote key={of.name} of={of} actions={actions} />
  return (
    <ConfirmDialog
      opened
      title={titles[act](of.name)}
      confirm={verbs[act]}
      onConfirm={() => void run(act, of.name)}
      onClose={close}
    >
      <p>{sentences[act](of, { events, zone })}</p>
    </ConfirmDialog>
  )
}

type PlainAct = Exclude<ConfirmedAct, 'promote'>

const titles: Record<PlainAct, (name: string) => string> = {
  replay: (name) => `Replay ${name}?`,
  undo: (name) => `Undo the last switch of ${name}?`,
  discard: (name) => `Discard the dry run of ${name}?`,
  cancel: (name) => `Cancel the run of ${name}?`,
}
const verbs: Record<PlainAct, string> = { replay: 'Replay', undo: 'Undo', discard: 'Discard', cancel: 'Cancel the run' }

const sentences: Record<PlainAct, (of: ProjectionOverview, context: { events: number; zone: string }) => string> = {
  replay: ({ name, version }, { events }) =>
    `Version ${version} will be rebuilt from all ${numberText(events)} events while everyone keeps reading the current rows (${projectionTitle(name)}). Once it has caught up, it replaces them. The current rows are kept for a day so you can undo this.`,
  undo: ({ undo }, { zone }) => {
    if (!undo) return 'The rows from before the last switch are no longer kept.'
    const retention = `The rows before the last switch are kept until ${momentIn(undo.until, zone)}.`
    return undo.stale
      ? `${retention} They are version ${undo.version}, up to event ${numberText(undo.seq)}: later changes will not show until the next replay.`
      : `${retention} They will be brought up to date and replace the current rows, which are then kept in their place. Nobody is interrupted.`
  },
  discard: () => 'The rows built for it will be removed. The live rows stay unchanged.',
  cancel: () => 'The rows built so far will be removed. The live rows stay unchanged, and everyone keeps reading them.',
}

/** Promoting changes what everyone reads, so the name must be typed. */
function Promote({ of, actions }: { of: ProjectionOverview; actions: RunActions }) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const promote = () => {
    if (typed.trim() !== of.name) return setError(`Type ${of.name} to continue.`)
    actions.close()
    void actions.run('promote', of.name)
  }
  const version = of.compared?.version ?? of.version
  return (
    <FormDialog
      title={`Promote version ${version} of ${of.name}?`}
      size={480}
      submit={`Promote version ${version}`}
      onSubmit={promote}
      onClose={actions.close}
    >
      <p>
        The dry run’s rows are brought up to date and replace the rows everyone reads. The current rows are kept for a
        day so you can undo this.
      </p>
      <TextInput
        mt={12}
        label="Name of the projection"
        description={`Type ${of.name}`}
        autoComplete="off"
        data-autofocus
        value={typed}
        error={error}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </FormDialog>
  )
}
