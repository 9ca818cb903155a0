import type { Change } from '#core/history/changes.ts'
import { deadlineFieldNames } from '#core/history/deadline-changes.ts'
import { reportFieldNames } from '#core/history/reports/report-changes.ts'
import { tenantFieldNames } from '#core/history/tenant-changes.ts'
import { visitFieldNames } from '#core/history/visit-changes.ts'

const names: Partial<Record<Change['field'], string>> = {
  jobStart: 'Visit',
  apartmentName: 'Site',
  tradingName: 'Name on papers',
  address: 'Address',
  email: 'Email',
  refuses: 'Wants no',
  createdAt: 'Created on',
  jobStatus: 'Job status',
  note: 'Comment',
  description: 'Description',
  ready: 'Ready',
  fullName: 'Name',
  telephone: 'Telephone number',
  vatNumber: 'VAT number',
  vatRate: 'VAT rate',
  invoiceVat: 'VAT on the invoice',
  vatIncluded: 'Prices',
  termsDays: 'Payment terms',
  toldOffice: 'How the office is told',
  toldTeam: 'How the team is told',
  toldTenants: 'How tenants are told',
  secondFactorFor: 'Two-factor required for',
  title: 'Work',
  onHolidays: 'On a weekend or bank holiday',
  jobMade: 'Make the job',
  visitAt: 'Visit',
  taskList: 'Tasks',
  ...visitFieldNames,
  ...deadlineFieldNames,
  ...tenantFieldNames,
  ...reportFieldNames,
}

/** A field's name on screen: 'receivedBy' is 'Received by'. */
export const nameOfField = (field: Change['field']) => {
  const spaced = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return names[field] ?? spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
