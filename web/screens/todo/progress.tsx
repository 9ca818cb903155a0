import styles from './progress.module.css'

/** The list's progress, in words and as a bar. */
export const TodoProgress = ({ done, all, percent }: { done: number; all: number; percent: number }) => (
  <div className={styles.progress}>
    <p className={styles.done} id="todo-progress">
      {done} of {all} tasks completed
    </p>
    <p className={styles.percent}>{percent}% complete</p>
    <div
      className={styles.track}
      role="progressbar"
      aria-labelledby="todo-progress"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div className={styles.bar} style={{ width: `${percent}%` }} />
    </div>
  </div>
)
