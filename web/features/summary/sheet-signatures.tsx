import type { Job } from '#core/job/job.ts'
import { SignatureDrawing } from '#web/ui/signature/signature-drawing.tsx'
import { signerLine } from '#web/ui/signature/signature-names.ts'
import styles from './sheet-signatures.module.css'
import { type SheetContext, signedOn } from './visit-sheet-text.ts'

/** The signatures on the visit sheet: each drawing with its name, its time and what it was given for. */
export function SheetSignatures({ job: { signatures = [] }, reading }: { job: Job; reading: SheetContext }) {
  if (signatures.length === 0) return null
  return (
    <section>
      <h3>{signatures.length === 1 ? 'Signature' : 'Signatures'}</h3>
      <ul className={styles.signatures}>
        {signatures.map((one) => (
          <li key={one.signatureId}>
            <div className={styles.drawing}>
              <SignatureDrawing strokes={one.strokes} name={one.name} />
            </div>
            <p className={styles.name}>{signerLine(one.name, one.signer)}</p>
            <p className={styles.small}>{signedOn(one, reading)}</p>
            {one.signedFor.length > 0 && <p className={styles.small}>For: {one.signedFor.join('; ')}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
