import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { v7 as uuid } from 'uuid'
import { errorMessage } from '#web/client/error-message.ts'
import { companyHistoryKey } from '#web/sync/reads/history.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Loading, SkeletonRows } from '#web/ui/states/loading.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { erasedWords } from './erased-words.ts'
import styles from './history-erase.module.css'
import { EraseFields, isEraseConfirmed } from './history-erase-fields.tsx'
import { type ErasableText, eraseTexts, useErasable } from './history-erase-queries.ts'
import { momentIn } from './history-times.ts'

type Props = { seq: number; zone: string; onClose: () => void }

/** Chooses which texts of an entry, and of entries that repeat them, to erase permanently. */
export function EraseDialog({ seq, zone, onClose }: Props) {
  const queries = useQueryClient()
  const { data, error: unread } = useErasable(seq)
  const [erasureId] = useState(() => uuid())
  const [ticked, setTicked] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [form, setForm] = useState({ reason: '', typed: '' })
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const isTicked = (text: ErasableText) => ticked.get(keyOf(text)) ?? text.asked
  const chosen = data?.texts.filter(isTicked) ?? []
  const erase = async () => {
    setBusy(true)
    try {
      await eraseTexts({ erasureId, events: byEvent(chosen), reason: form.reason })
      onClose()
      toast.success('Erased')
      await Promise.all([['history'], companyHistoryKey].map((queryKey) => queries.invalidateQueries({ queryKey })))
    } catch (failure) {
      setError(errorMessage(failure))
      setBusy(false)
    }
  }
  const list = (texts: ErasableText[]) =>
    texts.map((text) => (
      <label key={keyOf(text)} className={styles.text}>
        <input
          type="checkbox"
          checked={isTicked(text)}
          onChange={({ currentTarget }) => setTicked(new Map(ticked).set(keyOf(text), currentTarget.checked))}
        />
        <span>
          {erasedWords(text)}
          {!text.asked && (
            <span className={styles.where}>
              {data?.people[text.actorId ?? ''] ?? 'Fettle'} {text.sentence.split(':')[0]},{' '}
              {momentIn(text.recordedAt, zone)}
            </span>
          )}
        </span>
      </label>
    ))
  const others = data?.texts.filter((one) => !one.asked) ?? []
  return (
    <FormDialog
      title="Erase permanently"
      size={560}
      submit="Erase permanently"
      submitClass={styles.erase}
      disabled={busy || chosen.length === 0 || !isEraseConfirmed(form)}
      className={styles.form}
      unsaved={!busy && form.reason.trim() !== ''}
      onSubmit={erase}
      onClose={onClose}
    >
      <p>
        For data the law requires you to delete. It is removed from the history and from everything that shows it. This
        cannot be undone.
      </p>
      {unread && <p role="alert">{errorMessage(unread)}</p>}
      {!data && !unread && (
        <Loading>
          <SkeletonRows rows={2} columns={{ text: 240 }} />
        </Loading>
      )}
      {data && (
        <fieldset className={styles.texts}>
          <legend>In this entry</legend>
          {list(data.texts.filter((one) => one.asked))}
          {!data.texts.some((one) => one.asked) && <p className={styles.quiet}>Nothing left to erase here.</p>}
        </fieldset>
      )}
      {others.length > 0 && (
        <fieldset className={styles.texts}>
          <legend>Also found in</legend>
          {list(others)}
        </fieldset>
      )}
      <p className={styles.quiet}>
        What stays: who did it and when, statuses and prices, and a record that you erased it and why. The history still
        proves that nothing else was changed. Backups, downloads and printouts are not affected, and a browser that has
        shown a photo may keep it for up to two days.
      </p>
      <EraseFields form={form} onChange={setForm} error={error} />
    </FormDialog>
  )
}

const keyOf = ({ seq, path }: ErasableText) => `${seq} ${path}`

const byEvent = (texts: readonly ErasableText[]) =>
  [...new Set(texts.map((one) => one.seq))].map((seq) => ({
    seq,
    texts: texts.filter((one) => one.seq === seq).map((one) => one.path),
  }))
