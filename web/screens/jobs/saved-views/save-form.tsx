import { Button, TextInput } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { v7 as uuid } from 'uuid'
import { isOffice } from '#core/model/access.ts'
import { isRefusal, type Refusal } from '#core/model/refusals.ts'
import { longestViewName } from '#core/views/jobs-list.ts'
import { useUser } from '#web/client/use-user.ts'
import { dispatch, dispatchDeletion } from '#web/sync/ledger/dispatch.ts'
import { useViewOpened } from '#web/sync/reads/views/view-uses.ts'
import { Choices } from '#web/ui/fields/choices.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './save-view.module.css'
import type { ShownList } from './use-shown-list.ts'
import { savedAsView, viewOf } from './view-address.ts'

const audiences = [
  ['own', 'Only me'],
  ['office', 'The office'],
] as const

/** The form that saves the list as a view, or deletes the view. */
export function SaveForm({ shown, onDone }: { shown: ShownList; onDone: () => void }) {
  const { list, saved, isChanged, openSaved, open } = shown
  const { userId, companyId, userRole } = useUser()
  const people = useViewOpened(saved, { isRead: true })
  const who = useId()
  const field = useRef<HTMLInputElement>(null)
  // The first time the popover takes the focus before this has loaded.
  useEffect(() => field.current?.focus(), [])
  // Right after the page has loaded the form may open before the views are known, so what nobody has chosen follows them.
  const [chosenAsNew, setChosenAsNew] = useState<boolean>()
  const [typedName, setTypedName] = useState<string>()
  const [chosenAudience, setAudience] = useState<'own' | 'office'>()
  const [refusal, setRefusal] = useState<Refusal>()
  const isNew = chosenAsNew ?? !saved
  const before = isNew ? undefined : saved
  const name = typedName ?? before?.name ?? ''
  const audience = chosenAudience ?? (saved?.isShared ? 'office' : 'own')
  const choose = (asNew: boolean) => {
    setChosenAsNew(asNew)
    setTypedName(undefined)
    setRefusal(undefined)
  }
  const save = () => {
    const view = viewOf(list, { viewId: before?.viewId ?? uuid(), name })
    const listOf = audience === 'office' ? companyId : userId
    const from = before && savedAsView(before)
    const moves = before !== undefined && before.listOf !== listOf
    const change = moves ? { movedFrom: before.listOf } : from && { from }
    const refused = dispatch({ type: 'SaveView', data: { listOf, view, ...change } })
    if (refused) return setRefusal(refused)
    openSaved(view.viewId)
    onDone()
    const told = `Saved the view ${name.trim()}`
    if (!from) return toast.success(told)
    const now = audience === 'office' ? 'The office now sees it.' : 'Only you see it now.'
    toast.undoable(moves ? `${told}. ${now}` : told, () => {
      const gone = moves
        ? dispatch({ type: 'SaveView', data: { listOf: before.listOf, view: from, movedFrom: listOf } })
        : dispatch({ type: 'SaveView', data: { listOf, view: from, from: view } })
      if (gone) toast.failure(gone.error)
    })
  }
  const remove = () => {
    if (!saved) return
    const { listOf, viewId } = saved
    const deletion = dispatchDeletion({ type: 'DeleteView', data: { listOf, viewId } })
    if (isRefusal(deletion)) return setRefusal(deletion)
    open((now) => now)
    onDone()
    toast.undoable(`Deleted the view ${saved.name}`, async () => {
      // It was sent meanwhile: it is saved again.
      if (await deletion.undo()) return openSaved(viewId)
      const refused = dispatch({ type: 'SaveView', data: { listOf, view: savedAsView(saved) } })
      if (refused) toast.failure(refused.error)
      else openSaved(viewId)
    })
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <h2 className={styles.title}>Save view</h2>
      {saved && (
        <fieldset className={styles.which} aria-label="Which view">
          <label className={styles.choice}>
            <input type="radio" name="which" checked={!isNew} onChange={() => choose(false)} />
            <span>
              Change <strong>{saved.name}</strong>
            </span>
          </label>
          <label className={styles.choice}>
            <input type="radio" name="which" checked={isNew} onChange={() => choose(true)} />
            Save as a new view
          </label>
        </fieldset>
      )}
      <TextInput
        ref={field}
        label="Name"
        data-autofocus
        maxLength={longestViewName}
        value={name}
        error={refusal?.error}
        onChange={({ currentTarget }) => setTypedName(currentTarget.value)}
      />
      {isOffice(userRole) && (
        <div>
          <p id={who} className={styles.label}>
            Who sees it
          </p>
          <Choices name={{ labelledBy: who }} options={audiences} value={audience} onChange={setAudience} />
        </div>
      )}
      <p className={styles.note}>
        Filters, order and columns are kept.
        {audience === 'office' && ' Everybody in the office sees this view and can change it.'}
        {before?.isShared && people !== undefined && ` ${usedBy(people)}`}
      </p>
      <div className={styles.actions}>
        {saved && (
          <button type="button" className={styles.delete} onClick={remove}>
            Delete
          </button>
        )}
        {saved && isChanged && (
          <Button
            variant="default"
            onClick={() => {
              openSaved(saved.viewId)
              onDone()
            }}
          >
            Undo changes
          </Button>
        )}
        <Button type="submit">Save</Button>
      </div>
    </form>
  )
}

/** The user has opened it, and is one of them. */
const usedBy = (people: number) => (people > 1 ? `${people} people use this view.` : 'Nobody else uses this view.')
