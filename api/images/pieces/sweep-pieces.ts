import { type RepeatedTask, repeatUntilStopped } from '#api/services/repeated-task.ts'
import type { Services } from '#api/services/services.ts'

const hour = 3_600_000
/** Long enough for a weekend without a connection; the phone keeps the photo anyway and can start again. */
const keptFor = 72 * hour

/** Removes, every hour, the pieces of photos of which nothing has arrived for three days. */
export const startPieceSweep = ({ images, logger, now }: Pick<Services, 'images' | 'logger' | 'now'>): RepeatedTask =>
  repeatUntilStopped(
    {
      every: hour,
      onFault: (error) => logger.warn({ err: error }, 'old pieces of photos could not be removed; retrying in an hour'),
    },
    () => images.pieces.sweep(new Date(now().getTime() - keptFor)),
  )
