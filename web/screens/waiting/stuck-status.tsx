import { useUnsentWork } from '#web/features/offline/use-unsent-work.ts'
import { isAside, stuckWords } from './stuck-words.ts'

/** Tells screen readers how much is stuck, as a toast does elsewhere. It stays while the list changes: one that came with its words would not be read out. */
export function StuckStatus() {
  const { failed, photos } = useUnsentWork()
  return (
    <p className="sr" role="status">
      {stuckWords(failed.length, photos.filter(isAside).length)}
    </p>
  )
}
