/** The sentences of what a company set for itself. */
export const companySentences = {
  PapersSet: 'changed the details on papers',
  LogoSet: 'set the logo on papers',
  LogoRemoved: 'removed the logo from papers',
  InvoicingSet: 'changed the invoice settings',
  PhotoRuleSet: 'changed whether photos are needed',
  NoticeRuleSet: 'changed how people are notified',
  TenantRuleSet: 'changed what tenants are told',
  QuietHoursSet: 'changed the quiet hours',
} as const
