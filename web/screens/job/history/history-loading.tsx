import { Loading, SkeletonLine } from '#web/ui/states/loading.tsx'
import styles from './history.module.css'

/** Holds the place of a history that is being read. */
export const HistoryLoading = () => (
  <Loading>
    <div className={styles.skeleton}>
      {[70, 50, 80, 60, 75].map((width) => (
        <SkeletonLine key={width} width={`${width}%`} />
      ))}
    </div>
  </Loading>
)
