import type { SiteOffice } from './site.ts'
import { type ContactRole, isCurrent, isEmail } from './values.ts'

/** Somebody of a site's address book entry to whom proof of work is sent. */
export type LandlordAddress = { name: string; role: ContactRole; email: string }

/** The email addresses of a site's landlords and agents on a day, landlords first, each address once. */
export function landlordAddresses({ contacts }: Pick<SiteOffice, 'contacts'>, today: string): LandlordAddress[] {
  const found = (['landlord', 'agent'] as const).flatMap((role) =>
    contacts.filter((one) => one.role === role && isCurrent(one, today) && isEmail(one.email.trim())),
  )
  const byAddress = new Map<string, LandlordAddress>()
  for (const { name, role, email } of found) {
    const key = email.trim().toLowerCase()
    if (!byAddress.has(key)) byAddress.set(key, { name, role, email: email.trim() })
  }
  return [...byAddress.values()]
}
