import { type Queue, setAside, waiting } from '#web/sync/outbox/outbox.ts'
import { type Photos, unsentOf } from '#web/sync/photos/photo-store.ts'

/** How many changes and photos of this device the server has not taken, the refused ones included. */
export const unsentWorkCount = (queue: Queue, photos: Photos) =>
  setAside(queue).length + waiting(queue).length + unsentOf(photos)
