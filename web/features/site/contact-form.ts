import type { TenantWay } from '#core/company/tenant-rule.ts'
import { label } from '#core/model/label.ts'
import { refusedNames } from '#core/site/refused-ways.ts'
import type { SiteContact } from '#core/site/site.ts'
import type { ContactRole } from '#core/site/values.ts'
import { dayName } from '#core/time/format.ts'
import { overtaken, overtakenWords } from '#web/ui/fields/overtaken.ts'

/** A contact as its dialog has it: what is not given is empty. */
export type ContactForm = {
  role: ContactRole
  name: string
  telephone: string
  email: string
  from: string
  until: string
  refuses: readonly TenantWay[]
}

/** The form of a contact; an empty one of a new contact. */
export const contactForm = ({
  role,
  name,
  telephone,
  email,
  from,
  until,
  refuses,
}: Partial<SiteContact> = {}): ContactForm => ({
  ...{ role: role ?? 'tenant', name: name ?? '', telephone: telephone ?? '', email: email ?? '' },
  ...{ from: from ?? '', until: until ?? '', refuses: refuses ?? [] },
})

/** The form as commands have it. */
export const contactData = ({ from, until, refuses, ...given }: ContactForm) => ({
  ...given,
  refuses: [...refuses],
  ...(from ? { from } : {}),
  ...(until ? { until } : {}),
})

const fields = ['role', 'name', 'telephone', 'email', 'from', 'until', 'refuses'] as const
type Field = (typeof fields)[number]

const names: Record<Exclude<Field, 'refuses'>, string> = {
  role: 'The role',
  name: 'The name',
  telephone: 'The telephone number',
  email: 'The email',
  from: 'The first day',
  until: 'The last day',
}

/**
 * A form that began with `before` once somebody else has made the contact what it is `now`: it follows them in each field that was left
 * alone in it, and keeps what was typed. `words` are sentences about what they have changed.
 */
export function contactOver(
  before: ContactForm,
  given: ContactForm,
  now: ContactForm,
): { form: ContactForm; words: string[] } {
  const changed = overtaken(fields, { before, given, now }, (field, form) => String(form[field]))
  const followed = changed.filter(({ follows }) => follows)
  return {
    form: { ...given, ...Object.fromEntries(followed.map(({ part }) => [part, now[part]])) },
    words: changed.map((one) => overtakenWords(whatIs(one.part, now), one)),
  }
}

function whatIs(field: Field, now: ContactForm): string {
  if (field === 'refuses')
    return now.refuses.length > 0 ? `They now want no ${refusedNames(now)}` : 'They now take emails and texts'
  const value = now[field]
  if (value === '') return `${names[field]} is now empty`
  if (field === 'role') return `${names.role} is now ${label(now.role)}`
  return `${names[field]} is now ${field === 'from' || field === 'until' ? dayName(value) : value}`
}
