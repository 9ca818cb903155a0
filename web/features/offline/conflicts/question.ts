import { v7 as uuid } from 'uuid'
import { dispatch } from '#web/sync/ledger/dispatch.ts'
import { discard } from '#web/sync/ledger/ledger-store.ts'
import type { Entry } from '#web/sync/outbox/outbox.ts'

/** What a refused change met, as a question. `text` says all of it; `about` is its heading beside the answers. */
export type Question = { text: string; about: string; answers: readonly Answer[] }

/**
 * An answer: its name on a button, what it means, and the change it makes; `act` returns the error if that is refused. The
 * first answer is chosen until the user chooses.
 */
export type Answer = { name: string; title: string; detail: string; act: () => string | undefined }

/** What a question needs to be worded: the names of people, and the company's time zone. */
export type Asking = { nameOf: (actorId: string | undefined) => string; zone: string }

/** Says on the job what the user did, as the refused change itself leaves no trace; then drops it. */
export function state({ commandId, command }: Entry, note: string): string | undefined {
  if (!('jobId' in command.data) || command.data.jobId === undefined) return undefined
  const refusal = dispatch({ type: 'AddNote', data: { jobId: command.data.jobId, noteId: uuid(), note } })
  if (!refusal) void discard(commandId)
  return refusal?.error
}
