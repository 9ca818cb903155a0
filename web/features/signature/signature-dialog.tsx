import { Button, Select, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { v7 as uuid } from 'uuid'
import { type Signer, signers } from '#core/job/signature/signature.ts'
import { isSignature, type Stroke, strokesText } from '#core/job/signature/strokes.ts'
import { useDispatch } from '#web/sync/ledger/dispatch.ts'
import { useJob } from '#web/sync/ledger/use-jobs.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { signerLine, signerName } from '#web/ui/signature/signature-names.ts'
import { NobodyToSign } from './nobody-to-sign.tsx'
import { sha256 } from './sha256.ts'
import styles from './signature-dialog.module.css'
import { SignaturePad } from './signature-pad.tsx'

type Props = { jobId: string; onClose: () => void }

/** Takes a signature for what was done, or records why there is none. */
export function SignatureDialog({ jobId, onClose }: Props) {
  const [nobody, setNobody] = useState(false)
  return nobody ? (
    <NobodyToSign jobId={jobId} onBack={() => setNobody(false)} onClose={onClose} />
  ) : (
    <Sign jobId={jobId} onNobody={() => setNobody(true)} onClose={onClose} />
  )
}

function Sign({ jobId, onNobody, onClose }: Props & { onNobody: () => void }) {
  const dispatch = useDispatch()
  const [signatureId] = useState(() => uuid())
  const [strokes, setStrokes] = useState<readonly Stroke[]>([])
  const [name, setName] = useState('')
  const [signer, setSigner] = useState<Signer>('tenant')
  const [error, setError] = useState<string>()
  const tasks = useJob(jobId)?.jobDescriptions ?? []
  const done = tasks.filter((one) => one.status === 'completed')
  const text = strokesText(strokes)
  const save = () => {
    if (!name.trim()) return setError('Enter the name of the person who is signing.')
    const digest = sha256(text)
    const taskIds = done.map((one) => one.taskId)
    const data = { jobId, signatureId, name: name.trim(), signer, taskIds, strokes: text, digest }
    const refusal = dispatch({ type: 'AddSignature', data })
    if (refusal) setError(refusal.error)
    else onClose()
  }
  return (
    <FormDialog
      title="Signature"
      size={560}
      submit="Save signature"
      disabled={!isSignature(text)}
      unsaved={strokes.length > 0 || name.trim() !== ''}
      discard="Discard this signature?"
      className={styles.form}
      onSubmit={save}
      onClose={onClose}
    >
      {done.length > 0 ? (
        <>
          <p className={styles.lead}>Please sign to confirm that this was done:</p>
          <ul className={styles.tasks}>
            {done.map((one) => (
              <li key={one.taskId}>
                <IconCheck size={20} stroke={2} aria-hidden />
                {one.description}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className={styles.lead}>Please sign to confirm that we were here. No task is completed yet.</p>
      )}
      <div className={styles.above}>
        <span>Sign with a finger</span>
        <Button variant="subtle" className={styles.text} disabled={strokes.length === 0} onClick={() => setStrokes([])}>
          Clear
        </Button>
      </div>
      <SignaturePad strokes={strokes} onChange={setStrokes} caption={name.trim() && signerLine(name.trim(), signer)} />
      <div className={styles.who}>
        <TextInput
          label="Name"
          required
          maxLength={200}
          autoComplete="off"
          value={name}
          error={error}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value)
            setError(undefined)
          }}
        />
        <Select
          label="Who"
          allowDeselect={false}
          data={signers.map((one) => ({ value: one, label: signerName(one) }))}
          value={signer}
          onChange={(to) => setSigner(signers.find((one) => one === to) ?? 'other')}
        />
      </div>
      <Button variant="subtle" className={styles.text} onClick={onNobody}>
        Nobody here to sign
      </Button>
    </FormDialog>
  )
}
