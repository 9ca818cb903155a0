/** What the browser calls the sending of unsent changes while no page is open. */
export const sendTag = 'fettle-send'
