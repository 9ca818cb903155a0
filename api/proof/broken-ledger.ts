import { HttpFailure } from '#api/http/errors.ts'

/** The failure for a ledger that was altered outside Fettle: nothing in it is signed. */
export const brokenLedger = (seq: number) =>
  new HttpFailure(409, {
    error: `The history was altered outside Fettle: entry ${seq} does not follow from the last signed entry. Please tell the person who runs Fettle for your company.`,
    code: 'ledger-broken',
  })
