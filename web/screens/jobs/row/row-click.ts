/** A click in a row of the list. */
type Click = { button: number; shiftKey: boolean; altKey: boolean }

/**
 * Whether a click anywhere in a row counts as one on its View link: with the left button, also with Ctrl, and with the middle one;
 * not on a control, which has its own effect, nor where text was marked, as for copying it.
 */
export const isRowClick = ({ button, shiftKey, altKey }: Click, isOnControl: boolean, hasSelection: boolean) =>
  button < 2 && !shiftKey && !altKey && !isOnControl && !hasSelection
