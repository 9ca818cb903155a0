import { CallFailure } from './request.ts'

/** What went wrong, as text for the screen. */
export const errorMessage = (error: unknown) => (error instanceof CallFailure ? error.message : String(error))
