import styles from './table.module.css'

const [width, height] = [88, 20]

/** The rate of the last minutes as a line, oldest first; the number beside it is the latest. */
export function RateSparkline({ rates }: { rates: readonly number[] }) {
  const most = Math.max(1, ...rates)
  const step = width / Math.max(1, rates.length - 1)
  const points = (rates.length > 0 ? rates : [0, 0]).map(
    (rate, nth) => `${(nth * step).toFixed(1)},${(height - 1.5 - (rate / most) * (height - 4)).toFixed(1)}`,
  )
  return (
    <svg className={styles.spark} viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      <polyline points={points.join(' ')} />
    </svg>
  )
}
