/** A part of a form that somebody else has changed since it was opened. */
export type Overtaken<Part> = {
  part: Part
  /** Whether it was left alone in the form, and so follows. */
  follows: boolean
}

type Forms<Form> = {
  /** The form as it was opened. */
  before: Form
  /** What is in it. */
  given: Form
  /** What the form would be opened with now. */
  now: Form
}

/**
 * The parts of a form that somebody else has changed since it was opened, but for those that now say the same as the form.
 *
 * @param value what a part of a form says, equal if it says the same
 */
export function overtaken<Form, Part>(
  parts: readonly Part[],
  { before, given, now }: Forms<Form>,
  value: (part: Part, form: Form) => string,
): Overtaken<Part>[] {
  return parts
    .filter((part) => value(part, now) !== value(part, before) && value(part, now) !== value(part, given))
    .map((part) => ({ part, follows: value(part, given) === value(part, before) }))
}

/** What is said of a part that somebody else has changed, and what becomes of it: 'The name is now Amara Bello, here too.' */
export const overtakenWords = (what: string, { follows }: Pick<Overtaken<unknown>, 'follows'>) =>
  `${what}${follows ? ', here too.' : '; saving again replaces that.'}`
