import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { v7 as uuid } from 'uuid'
import { tenantWays } from '#core/company/tenant-rule.ts'
import { label } from '#core/model/label.ts'
import { refusedNames } from '#core/site/refused-ways.ts'
import type { SiteContact } from '#core/site/site.ts'
import { contactRoles } from '#core/site/values.ts'
import type { CallFailure } from '#web/client/request.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Choices } from '#web/ui/fields/choices.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { useToday } from '#web/ui/time/today.ts'
import { contactData, contactForm, contactOver } from './contact-form.ts'
import styles from './site-dialog.module.css'
import { useSaving } from './use-saving.ts'

const isOvertaken = (code: string | undefined) => code === 'contact-moved-on' || code === 'contact-not-found'

type Props = {
  siteId: string
  /** The contact to change; a new one without it. */
  contact?: SiteContact
  /** Reads a contact as it is now; undefined once it is deleted. */
  contactNow: (contactId: string) => Promise<SiteContact | undefined>
  onClose: () => void
}

/** A contact of a site. The team sees tenants by name and telephone number, and no other contacts. */
export function ContactDialog({ siteId, contact, contactNow, onClose }: Props) {
  const [contactId] = useState(() => contact?.contactId ?? uuid())
  // As it was when the dialog opened, or has been told of since; nothing of one that is new, or that somebody has deleted since.
  const [seen, setSeen] = useState(() => contact && contactForm(contact))
  const [form, setForm] = useState(() => seen ?? contactForm())
  const { busy, fault, save, errorOf } = useSaving()
  const today = useToday(useTimeZone())
  const set = (change: Partial<typeof form>) => setForm((now) => ({ ...now, ...change }))
  /** What is typed stays: it is saved over what somebody else has made of the contact, once the user has been told of that. */
  const told = async (refused: CallFailure) => {
    if (!seen || !isOvertaken(refused.code)) return refused.message
    const now = await contactNow(contactId)
    setSeen(now && contactForm(now))
    if (!now) return 'Someone else has deleted this contact. Saving again adds it again.'
    const { words } = contactOver(seen, form, contactForm(now))
    // More may have been typed since it was sent.
    setForm((typed) => contactOver(seen, typed, contactForm(now)).form)
    return ['Someone else has changed this contact in the meantime.', ...words].join(' ')
  }
  const submit = async () => {
    const data = { siteId, contactId, ...contactData(form), ...(seen ? { seen: contactData(seen) } : {}) }
    if (!(await save({ type: 'SetSiteContact', data }, told))) return
    toast.success('Contact saved.')
    onClose()
  }
  const text = (field: 'name' | 'telephone' | 'email', name: string) => ({
    label: name,
    value: form[field],
    error: errorOf(field),
    onChange: (event: { currentTarget: { value: string } }) => set({ [field]: event.currentTarget.value }),
  })
  const day = (field: 'from' | 'until', name: string) => ({
    label: name,
    value: form[field],
    error: errorOf(field),
    today,
    toward: 'past' as const,
    clearable: true,
    onChange: (value: string) => set({ [field]: value }),
  })
  return (
    <FormDialog
      title={contact ? 'Edit Contact' : 'New Contact'}
      size={520}
      submit="Save Contact"
      busy={busy}
      unsaved={!busy && JSON.stringify(form) !== JSON.stringify(seen ?? contactForm())}
      error={fault && fault.field === undefined ? fault.error : undefined}
      className={styles.form}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.wide}>
        <Choices
          name="Role"
          options={contactRoles.map((role) => [role, label(role)] as const)}
          value={form.role}
          onChange={(role) => set({ role })}
        />
        <p className={styles.hint}>
          {form.role === 'tenant'
            ? 'The team sees the name and telephone number of a tenant.'
            : 'Only the office sees this contact.'}
        </p>
      </div>
      <TextInput {...text('name', 'Name')} className={styles.wide} required maxLength={200} data-autofocus />
      <TextInput {...text('telephone', 'Telephone')} type="tel" maxLength={80} />
      <TextInput {...text('email', 'Email')} type="email" maxLength={320} />
      <DateField {...day('from', 'From')} />
      <DateField {...day('until', 'Until')} />
      {form.role === 'tenant' && (
        <fieldset className={`${styles.wide} ${styles.refused}`}>
          <legend className="sr">What the tenant asked for</legend>
          {tenantWays.map((way) => (
            <Switch
              key={way}
              label={`Wants no ${refusedNames({ refuses: [way] })}`}
              checked={form.refuses.includes(way)}
              onChange={({ currentTarget: { checked } }) =>
                set({ refuses: tenantWays.filter((one) => (one === way ? checked : form.refuses.includes(one))) })
              }
            />
          ))}
          <p className={styles.hint}>Fettle then sends none, neither automatically nor by hand.</p>
        </fieldset>
      )}
    </FormDialog>
  )
}
