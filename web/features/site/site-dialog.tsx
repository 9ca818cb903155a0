import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { v7 as uuid } from 'uuid'
import type { SiteAnswer } from '#core/wire/jobs/sites.ts'
import type { CallFailure } from '#web/client/request.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './site-dialog.module.css'
import { SitePicker } from './site-picker.tsx'
import { useReadSite } from './use-read-site.ts'
import { useSaving } from './use-saving.ts'

type Props = {
  /** The site to edit; a new one without it. */
  of?: SiteAnswer
  onClose: () => void
  onAdded?: (siteId: string) => void
}

/**
 * The form of a site, for the office. Only the fields changed in it are sent; of one that somebody else has changed meanwhile too, it says
 * what that is now before it is replaced.
 */
export function SiteDialog({ of, onClose, onAdded }: Props) {
  // As the dialog opened, or as its user has been told of since.
  const [before, setBefore] = useState(() => formOf(of))
  const [form, setForm] = useState(before)
  const [building, setBuilding] = useState(of?.building?.name ?? '')
  const [siteId] = useState(() => of?.site.siteId ?? uuid())
  const { busy, fault, save, errorOf } = useSaving()
  const read = useReadSite()
  const set = (change: Partial<typeof form>) => setForm((now) => ({ ...now, ...change }))
  const unknown = building.trim() !== '' && form.buildingId === ''
  const [tried, setTried] = useState(false)
  const told = async ({ code, field, message }: CallFailure) => {
    if (code !== 'site-moved-on' || !isField(field)) return message
    const answer = await read(siteId)
    const now = formOf(answer)
    setBefore((seen) => ({ ...seen, [field]: now[field] }))
    const value = field === 'buildingId' ? answer.building?.name : now[field]
    return value
      ? `Someone else has set this to “${value}”. Saving again replaces that.`
      : 'Someone else has cleared this. Saving again fills it in.'
  }
  const submit = async () => {
    setTried(true)
    if (unknown) return
    const sent = of
      ? ({ type: 'EditSite', data: { siteId, ...changedIn(form, before), from: changedIn(before, form) } } as const)
      : ({ type: 'AddSite', data: { siteId, ...form } } as const)
    if (!(await save(sent, told))) return
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
          set({ buildingId: site?.siteId ?? (typed === of?.building?.name ? (of?.site.buildingId ?? '') : '') })
        }}
      />
      <Textarea {...text('access', 'Access')} className={styles.wide} autosize minRows={2} maxLength={2_000} />
      <TextInput {...text('keys', 'Keys')} maxLength={500} />
      <TextInput {...text('parking', 'Parking')} maxLength={500} />
      <TextInput {...text('stopcock', 'Stopcock')} className={styles.low} maxLength={500} />
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

type Form = ReturnType<typeof formOf>

const isField = (field: string | undefined): field is keyof Form => field !== undefined && field in formOf(undefined)

/** The fields of a form that are other than in another one. */
const changedIn = (form: Form, other: Form): Partial<Form> =>
  Object.fromEntries(Object.entries(form).filter(([field, value]) => isField(field) && value !== other[field]))
