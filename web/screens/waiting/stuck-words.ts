import type { Photo } from '#web/sync/photos/photo-store.ts'
import { counted } from '#web/ui/number-format.ts'

/** Whether a photo waits for the user. */
export const isAside = ({ state }: Photo) => state === 'failed' || state === 'stuck'

/** How much waits for the user: '2 changes and 1 photo are stuck'; empty if nothing does. */
export function stuckWords(changes: number, photos: number): string {
  const parts = [changes > 0 && counted(changes, 'change'), photos > 0 && counted(photos, 'photo')].filter(Boolean)
  if (parts.length === 0) return ''
  return `${parts.join(' and ')} ${changes + photos === 1 ? 'is' : 'are'} stuck`
}
