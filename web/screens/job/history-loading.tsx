import styles from '#web/features/history/history.module.css'
import { Loading, SkeletonLine } from '#web/ui/states/loading.tsx'

/** A skeleton of the history. */
export const HistoryLoading = () => (
  <Loading>
    <div className={styles.skeleton}>
      {[70, 50, 80, 60, 75].map((width) => (
        <SkeletonLine key={width} width={`${width}%`} />
      ))}
    </div>
  </Loading>
)
