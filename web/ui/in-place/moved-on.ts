import type { RefusalCode } from '#core/model/refusals.ts'

/** Why something was not saved: what the rules refuse, or what the screen itself does. */
export type NotSaved = { error: string; refused?: RefusalCode }

const codes: readonly (RefusalCode | undefined)[] = ['value-moved-on', 'task-moved-on']

/** Whether somebody else has set the value since the person began to change it. */
export const isMovedOn = ({ refused }: NotSaved): boolean => codes.includes(refused)

/**
 * The refusal in a dialog that the same button answers: what it is now, in sentences, and that the act named, 'Setting', replaces that the
 * next time.
 */
export const whatNow = ({ error }: NotSaved, now: readonly string[], act: string): string =>
  now.length === 0 ? error : [error, ...now, `${act} again replaces that.`].join(' ')
