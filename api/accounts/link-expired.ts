import { HttpFailure } from '#api/http/errors.ts'

/** A mailed link that is unknown, used, replaced or expired. */
export const linkExpired = new HttpFailure(410, {
  error: 'This link has expired. Please ask for a new one.',
  code: 'link-over',
})
