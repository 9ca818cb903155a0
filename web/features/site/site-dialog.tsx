import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { v7 as uuid } from 'uuid'
import type { SiteAnswer } from '#core/wire/jobs/sites.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './site-dialog.module.css'
import { SitePicker } from './site-picker.tsx'
import { useSaving } from './use-saving.ts'

type Props = {
  /** The site to edit; a new one without it. */
  of?: SiteAnswer
  onClose: () => void
  onAdded?: (siteId: string) => void
}

/** The form of a site, for the office. What somebody else changes meanwhile is not overwritten. */
export function SiteDialog({ of, onClose, onAdded }: Props) {
  const [before] = useState(() => formOf(of))
  const [form, setForm] = useState(before)
  const [building, setBuilding] = useState(of?.building?.name ?? '')
  const [siteId] = useState(() => of?.site.siteId ?? uuid())
  const { busy, fault, save, errorOf } = useSaving()
  const set = (change: Partial<typeof form>) => setForm((now) => ({ ...now, ...change }))
  const unknown = building.trim() !== '' && form.buildingId === ''
  const [tried, setTried] = useState(false)
  const submit = async () => {
    setTried(true)
    if (unknown) return
    const data = { siteId, ...form }
    const sent = of
      ? ({ type: 'EditSite', data: { ...data, from: before } } as const)
      : ({ type: 'AddSite', data } as const)
    if (!(await save(sent))) return
    toast.success(of ? 'Site saved.' : `${form.name.trim()} is in the address book.`)
    onClose()
    if (!of) onAdded?.(siteId)
  }
  const text = (field: keyof typeof form, label: string) => ({
    label,
    value: form[field],
    error: errorOf(field),
    onChange: (event: { currentTarget: { value: string } }) => set({ [field]: event.currentTarget.value }),
  })
  return (
    <FormDialog
      title={of ? 'Edit Site' : 'New Site'}
      size={640}
      submit={of ? 'Save Site' : 'Add Site'}
      busy={busy}
      unsaved={!busy && JSON.stringify(form) !== JSON.stringify(before)}
      discard={of ? 'Discard your changes?' : 'Discard this site?'}
      error={fault && fault.field === undefined ? fault.error : undefined}
      className={styles.form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput {...text('name', 'Site')} className={styles.wide} required maxLength={200} data-autofocus />
      <Textarea {...text('address', 'Address')} className={styles.wide} autosize minRows={2} maxLength={500} />
      <TextInput {...text('postcode', 'Postcode')} maxLength={20} />
      <SitePicker
        label="Building"
        placeholder="None"
        typed={building}
        but={siteId}
        error={
          errorOf('buildingId') ??
          (tried && unknown ? 'Choose a site from the address book, or leave this empty.' : undefined)
        }
        onPick={(typed, site) => {
          setBuilding(typed)
          set({ buildingId: site?.siteId ?? (typed === of?.building?.name ? before.buildingId : '') })
        }}
      />
      <Textarea {...text('access', 'Access')} className={styles.wide} autosize minRows={2} maxLength={2_000} />
      <TextInput {...text('keys', 'Keys')} maxLength={500} />
      <TextInput {...text('parking', 'Parking')} maxLength={500} />
      <TextInput {...text('stopcock', 'Stopcock')} maxLength={500} />
      <TextInput {...text('agency', 'Agency')} description="Office only" maxLength={200} />
      <Textarea
        {...text('notes', 'Notes')}
        description="Office only"
        className={styles.wide}
        autosize
        minRows={2}
        maxLength={5_000}
      />
    </FormDialog>
  )
}

const formOf = (of: SiteAnswer | undefined) => ({
  name: of?.site.name ?? '',
  address: of?.site.address ?? '',
  postcode: of?.site.postcode ?? '',
  access: of?.site.access ?? '',
  keys: of?.site.keys ?? '',
  parking: of?.site.parking ?? '',
  stopcock: of?.site.stopcock ?? '',
  buildingId: of?.site.buildingId ?? '',
  notes: of?.site.office?.notes ?? '',
  agency: of?.site.office?.agency ?? '',
})
