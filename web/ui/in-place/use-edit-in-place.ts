import { type KeyboardEvent, useRef, useState } from 'react'
import { isMovedOn, type NotSaved } from './moved-on.ts'

type Editing = {
  /** What the person saw and would replace: the value when they began, or the one they have been told of since. */
  before: string
  error?: string
  /** They have been told that somebody else has changed it. */
  isTold?: boolean
}

type Edited = {
  /** As it is now: others may change it while it is edited. */
  value: string
  /** The same within a sentence. */
  inWords: string
  /** Saves what is typed in place of the value `before`, if it differs from that. Returns why it was not saved, if it was not. */
  onSave: (before: string) => NotSaved | undefined
  /** Called when the edit has been saved or given up. */
  onEnd?: () => void
}

/**
 * A field that replaces a text while it is edited. Leaving it saves, until the person has been told that somebody else has changed the
 * value meanwhile: from then on only a deliberate act replaces that, and until they decide the field stays as they left it.
 */
export function useEditInPlace({ value, inWords, onSave, onEnd }: Edited) {
  const [editing, setEditing] = useState<Editing>()
  const opener = useRef<HTMLButtonElement>(null)
  const end = () => {
    setEditing(undefined)
    onEnd?.()
  }
  /** Saves what is typed and ends the edit. Returns false if that was refused, and the field stays open. */
  const save = () => {
    if (!editing) return true
    const fault = onSave(editing.before)
    if (!fault) {
      end()
      return true
    }
    if (!isMovedOn(fault) || value === editing.before) setEditing({ ...editing, error: fault.error })
    else setEditing({ before: value, error: `${fault.error} It is now ${inWords}.`, isTold: true })
    return false
  }
  // Only after a deliberate end: a person who left the field has put the focus somewhere else.
  const focusOpener = () => setTimeout(() => opener.current?.focus())
  /** Gives up what is typed: the value stays as it is. */
  const cancel = () => {
    end()
    focusOpener()
  }
  return {
    isEditing: editing !== undefined,
    isTold: editing?.isTold === true,
    error: editing?.error,
    /** For the button that begins it, which has the focus again after a deliberate end. */
    opener,
    begin: () => setEditing({ before: value }),
    /** Saves what is typed because the person asked for that. */
    submit: () => {
      if (save()) focusOpener()
    },
    /** The focus has left the field, be it for another window. Text that was only looked at is not saved by that. */
    leave: (isTyped = true) => {
      if (editing?.isTold) return
      if (isTyped) save()
      else setEditing(undefined)
    },
    cancel,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') cancel()
      // A key that is held would replace what the person has not read yet.
      if (event.key === 'Enter' && event.repeat) event.preventDefault()
      // Keys typed here are not the page's shortcuts, nor those of the dialog around it.
      event.stopPropagation()
    },
  }
}

/** Focuses a field when it appears. Defined once, as a new function at each render would pull the focus back every time. */
export const focusOnce = (field: HTMLInputElement | null) => field?.focus()
