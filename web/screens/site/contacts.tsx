import { Button } from '@mantine/core'
import { IconMail, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { label } from '#core/model/label.ts'
import { refusedNames } from '#core/site/refused-ways.ts'
import type { SiteContact } from '#core/site/site.ts'
import { isCurrent } from '#core/site/values.ts'
import { dayName } from '#core/time/format.ts'
import type { SiteAnswer } from '#core/wire/jobs/sites.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { ContactDialog } from '#web/features/site/lazy-site-dialogs.tsx'
import { saveSite } from '#web/features/site/save-site.ts'
import { useReadSite } from '#web/features/site/use-read-site.ts'
import { dialledNumber } from '#web/features/visit/dialled-number.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { Card } from '#web/ui/card.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { useToday } from '#web/ui/time/today.ts'
import styles from './site.module.css'

type Site = SiteAnswer['site']

/** Whom to call about a site; those of earlier days come last. */
export function Contacts({ site, mayEdit }: { site: Site; mayEdit: boolean }) {
  const [opened, setOpened] = useState<SiteContact | 'new'>()
  const today = useToday(useTimeZone())
  const all = contactsOf(site)
  const read = useReadSite()
  const contactNow = async (contactId: string) =>
    contactsOf((await read(site.siteId)).site).find((one) => one.contactId === contactId)
  const shown = [...all.filter((one) => isCurrent(one, today)), ...all.filter((one) => !isCurrent(one, today))]
  return (
    <Card
      title="Contacts"
      flush
      action={
        mayEdit && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setOpened('new')}
          >
            Add<span className="sr"> a contact</span>
          </Button>
        )
      }
    >
      {shown.length === 0 ? (
        <p className={`${styles.quiet} ${styles.none}`}>No contacts yet.</p>
      ) : (
        <ul className={styles.rows}>
          {shown.map((one) => (
            <Contact key={one.contactId} siteId={site.siteId} contact={one} mayEdit={mayEdit} onEdit={setOpened} />
          ))}
        </ul>
      )}
      {opened && (
        <ContactDialog
          siteId={site.siteId}
          {...(opened === 'new' ? {} : { contact: opened })}
          contactNow={contactNow}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Card>
  )
}

type Props = { siteId: string; contact: SiteContact; mayEdit: boolean; onEdit: (contact: SiteContact) => void }

function Contact({ siteId, contact, mayEdit, onEdit }: Props) {
  const { contactId, name, role, telephone, email } = contact
  const queries = useQueryClient()
  const remove = () =>
    saveSite(queries, { type: 'RemoveSiteContact', data: { siteId, contactId } })
      .then(() =>
        toast.undoable(
          `${name} was deleted.`,
          () => void saveSite(queries, { type: 'SetSiteContact', data: { siteId, ...contact } }).catch(told),
        ),
      )
      .catch(told)
  return (
    <li className={styles.contact}>
      <span className={styles.who}>
        <strong>{name}</strong>
        <span className={styles.quiet}>
          {[label(role), daysOf(contact), refusedOf(contact)].filter(Boolean).join(', ')}
        </span>
      </span>
      {telephone && (
        <a href={`tel:${dialledNumber(telephone)}`} className={styles.link}>
          {telephone}
        </a>
      )}
      {email && (
        <a href={`mailto:${email}`} className={styles.mail}>
          <IconMail size={18} stroke={1.75} aria-hidden />
          <span className="sr">
            Email {name}: {email}
          </span>
        </a>
      )}
      {mayEdit && (
        <span className={styles.changes}>
          <Button variant="subtle" size="compact-sm" onClick={() => onEdit(contact)}>
            Edit<span className="sr"> {name}</span>
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={remove}>
            Delete<span className="sr"> {name}</span>
          </Button>
        </span>
      )}
    </li>
  )
}

const told = (error: Error) => toast.failure(errorMessage(error))

/** Tenants first; the other contacts are there for the office alone. */
const contactsOf = ({ tenants, office }: Site): SiteContact[] => [
  ...tenants.map((one) => ({ ...one, role: 'tenant' as const, email: office?.emails[one.contactId] ?? '' })),
  ...(office?.contacts ?? []),
]

const refusedOf = (contact: SiteContact) => contact.refuses && `wants no ${refusedNames(contact)}`

const daysOf = ({ from, until }: SiteContact) => {
  if (from && until) return `${dayName(from)} to ${dayName(until)}`
  return from ? `since ${dayName(from)}` : until ? `until ${dayName(until)}` : ''
}
