import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Me } from '#core/wire/account/session.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { notSavedMessage } from '#web/client/not-saved-message.ts'
import { CallFailure } from '#web/client/request.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { useEdited } from './use-edited.ts'

type Company = Me['company']
type Failure<Field> = { error: string; field?: Field | undefined; isMovedOn: boolean }
type Options<Values, Field> = {
  /** What is set, such as 'Invoices'. */
  title: string
  saved: Values
  /** The fields that say themselves why they were refused. */
  fields?: readonly Field[]
  /** Why this cannot be sent, if it cannot. */
  check?: (given: Values) => string | undefined
  /** Sends what is given, to replace what was shown before; returns what the server keeps of it. */
  send: (given: Values, before: Values) => Promise<Values>
  /** The company with what was saved: the push may come later. */
  withSaved: (company: Company, kept: Values) => Company
}

export type Settings = {
  title: string
  /** Why it was not saved, unless a field says so. */
  error: string | undefined
  /** Whether that is because somebody else has saved other values since the user began to edit. */
  isMovedOn: boolean
  busy: 'saving' | 'reading' | undefined
  save: () => Promise<void>
  /** Gives up what was typed for what somebody else has saved; `button` is what asks for it. */
  showSaved: (button: HTMLElement) => Promise<void>
}

/** What a form of the company's settings gives, why it was not saved, and what saves it. */
export function useSettings<Values, Field extends string = never>(options: Options<Values, Field>) {
  const { title, saved, fields = [], check, send, withSaved } = options
  const queries = useQueryClient()
  const { given, before, set, follow, forget } = useEdited(saved)
  const [failure, setFailure] = useState<Failure<Field>>()
  const [busy, setBusy] = useState<Settings['busy']>()
  const save = async () => {
    const error = check?.(given)
    setFailure(error === undefined ? undefined : { error, isMovedOn: false })
    if (error !== undefined) return
    setBusy('saving')
    try {
      const kept = await send(given, before)
      queries.setQueryData<Me>(keys.me, (me) => me && { ...me, company: withSaved(me.company, kept) })
      follow(given, kept)
      toast.success(`${title} saved.`)
    } catch (refused) {
      setFailure(failureOf(refused, fields))
    }
    setBusy(undefined)
  }
  const showSaved = async (button: HTMLElement) => {
    setBusy('reading')
    try {
      await readAgain(queries)
      // Before the button goes, and the focus with it.
      focusFirstField(button)
      forget()
      setFailure(undefined)
    } catch (unread) {
      setFailure({ error: `Failed to load what was saved: ${errorMessage(unread)}`, isMovedOn: true })
    }
    setBusy(undefined)
  }
  const settings: Settings = {
    title,
    error: failure?.field === undefined ? failure?.error : undefined,
    isMovedOn: failure?.isMovedOn ?? false,
    busy,
    save,
    showSaved,
  }
  const errorOf = (field: Field) => (failure?.field === field ? failure.error : undefined)
  return { given, set, errorOf, settings }
}

function failureOf<Field extends string>(error: unknown, fields: readonly Field[]): Failure<Field> {
  const { field, code } = error instanceof CallFailure ? error : {}
  return {
    error: notSavedMessage(error),
    field: fields.find((one) => field?.endsWith(one)),
    isMovedOn: code === 'value-moved-on',
  }
}

/**
 * Reads the company from the server and gives it to the query that screens follow. Refetching that query would not do: while the server
 * is slow or cannot be reached, it answers with this device's copy, which is no newer than what the user has seen.
 */
async function readAgain(queries: QueryClient) {
  // One that is under way may end later than this one and be older.
  await queries.cancelQueries({ queryKey: keys.me })
  const { seq = 0, ...read } = await call<Me>(paths.me)
  queries.setQueryData<Me>(keys.me, (me) => (me?.seq !== undefined && me.seq > seq ? me : { ...read, seq }))
}

/** Unless the user has gone elsewhere meanwhile. Some browsers give a button no focus when it is clicked. */
function focusFirstField(button: HTMLElement) {
  const { activeElement, body } = document
  if (activeElement === button || activeElement === body)
    button.closest('form')?.querySelector<HTMLElement>('input:enabled, textarea:enabled')?.focus()
}
