/** Marks a prerendered page that React has not taken over yet. */
export const unhydrated = 'data-unhydrated'

/**
 * Hides changes of the address from the router until React has taken over a prerendered page. After a skip link adds its hash, React would
 * otherwise render the page again, and the keyboard focus would be lost.
 */
export const holdHistory = `addEventListener('popstate', (event) => {
  if (document.querySelector('[${unhydrated}]')) event.stopImmediatePropagation()
})`
