import type { Site } from './site.ts'
import { isCurrent } from './values.ts'

/** The tenants of a site who can be called on a day, the first of them first: those of that day who have a telephone number. */
export const tenantsToCall = ({ tenants }: Pick<Site, 'tenants'>, today: string) =>
  tenants.filter((one) => one.telephone && isCurrent(one, today))
