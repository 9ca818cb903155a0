import { type Refusal, refuse } from '#core/model/refusals.ts'

/** The commands that are still decided while a company is closed: to reopen it, and what a person may ask for by law. */
export const decidedWhileClosed: readonly string[] = [
  'CloseCompany',
  'ReopenCompany',
  'RecordPlan',
  'EraseEvents',
  'EraseMember',
  'RemoveMember',
  'CloseAccount',
]

/** Why a command is not decided at all: its company was closed, and is read-only. The API and the browser ask it first. */
export const refusalWhileClosed = (command: { type: string }, isClosed: boolean): Refusal | undefined =>
  isClosed && !decidedWhileClosed.includes(command.type) ? refuse('company-closed') : undefined
