import { pad, strokePaths, strokesIn } from '#core/job/signature/strokes.ts'
import { erasedText } from '#core/model/erased-text.ts'
import styles from './signature-drawing.module.css'

/** A signature as it was drawn. */
export function SignatureDrawing({ strokes, name }: { strokes: string; name: string }) {
  if (strokes === erasedText) return <p className={styles.erased}>This signature was erased.</p>
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${pad.width} ${pad.height}`}
      role="img"
      aria-label={`Signature of ${name}`}
    >
      <path d={strokePaths(strokesIn(strokes) ?? []).join('')} />
    </svg>
  )
}
