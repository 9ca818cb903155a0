import { HttpFailure } from '#api/http/errors.ts'

/** Nothing is signed of a ledger that was changed from outside. */
export const brokenLedger = (seq: number) =>
  new HttpFailure(409, {
    error: `The history was changed from outside: entry ${seq} does not follow from what was signed before. Please tell whoever runs Fettle for you.`,
    code: 'ledger-broken',
  })
