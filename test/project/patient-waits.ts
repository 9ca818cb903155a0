import { vi } from 'vitest'

/** In milliseconds. By default Vitest waits for one second, which a busy machine can take for anything. */
const timeout = 60_000

/** Set once an earlier file of this process has replaced them. */
const isPatient = Symbol.for('fettle.patient')
if (!Object.hasOwn(vi, isPatient)) {
  const { waitFor, waitUntil } = vi
  const patient = (given: Parameters<typeof waitFor>[1]) => (typeof given === 'number' ? given : { timeout, ...given })
  Object.assign(vi, {
    [isPatient]: true,
    waitFor: ((until, given) => waitFor(until, patient(given))) satisfies typeof waitFor,
    waitUntil: ((until, given) => waitUntil(until, patient(given))) satisfies typeof waitUntil,
  })
}
