import { askedOfJob, usePartsPage, useShownParts } from '#web/sync/reads/parts.ts'

/** The parts of a job that have arrived, by name: 'kitchen mixer tap, bath panel 1700'; empty if there are none. */
export function useToBring(jobRef: string): string {
  const parts = useShownParts(usePartsPage(askedOfJob(jobRef), jobRef !== '').data)
  return parts
    .filter(({ status }) => status === 'received')
    .map(({ name }) => name)
    .join(', ')
}
