import styles from './checks.module.css'

/** The check box of a row. The selection layer sees its clicks. */
export const RowCheck = ({ of, checked }: { of: string; checked: boolean }) => (
  <label className={styles.box}>
    <input type="checkbox" checked={checked} readOnly />
    <span className="sr">Select {of}</span>
  </label>
)
