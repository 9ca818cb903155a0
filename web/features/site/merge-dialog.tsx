import { useState } from 'react'
import type { NamedSite } from '#core/wire/jobs/sites.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { SitePicker } from './site-picker.tsx'
import { useSaving } from './use-saving.ts'

type Props = { site: NamedSite; onClose: () => void; onMerged: (into: string) => void }

/** Merges a site into another one that is the same place. */
export function MergeDialog({ site, onClose, onMerged }: Props) {
  const [typed, setTyped] = useState('')
  const [into, setInto] = useState<NamedSite>()
  const { busy, fault, save } = useSaving()
  const submit = async () => {
    if (!into || !(await save({ type: 'MergeSite', data: { siteId: site.siteId, into: into.siteId } }))) return
    toast.success(`${site.name} is part of ${into.name} now.`)
    onMerged(into.siteId)
  }
  return (
    <FormDialog
      title={`Merge ${site.name}`}
      size={460}
      submit="Merge"
      disabled={!into}
      busy={busy}
      error={fault?.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <SitePicker
        label="Into"
        description="The other site keeps its name, address and contacts, and gets these jobs. You can undo this there."
        typed={typed}
        but={site.siteId}
        data-autofocus
        onPick={(text, found) => {
          setTyped(text)
          setInto(found)
        }}
      />
    </FormDialog>
  )
}
