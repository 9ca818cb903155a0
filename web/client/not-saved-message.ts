import { errorMessage } from './error-message.ts'
import { CallFailure } from './request.ts'

const unreachable = 'Fettle cannot be reached, so nothing was saved. Try again once you have a connection.'

/** Why settings were not saved, as text for the screen. */
export const notSavedMessage = (error: unknown) =>
  error instanceof CallFailure && error.status === 0 ? unreachable : errorMessage(error)
