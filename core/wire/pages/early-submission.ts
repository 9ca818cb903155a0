/**
 * Part of the inline script. A prerendered form can be sent before its own script has loaded, and nothing would happen: this
 * remembers the form, and sends it once {@link formReadyEvent} tells that it works.
 */
export const keepEarlySubmission = `(() => {
  let early
  addEventListener('submit', (event) => {
    if (!event.defaultPrevented && event.target.method === 'dialog') early = event.target
  })
  addEventListener('fettle-form-ready', ({ target }) => {
    if (target === early) target.requestSubmit()
    early = undefined
  })
})()`

/** Sent from a prerendered form, and bubbles, when its own script runs. */
export const formReadyEvent = 'fettle-form-ready'
