import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'

/** The links to the tenant's page of a job, for the office. */
export const TenantCard = lazyComponent(async () => (await import('./tenant-card.tsx')).TenantCard)
