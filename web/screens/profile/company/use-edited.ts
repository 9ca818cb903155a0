import { useState } from 'react'

type Edited<Values> = { given: Values; before: Values }

/**
 * The values of a settings form, and those that they replace: what was shown when the user began to edit. While nothing is edited, the
 * form follows what anybody saves.
 */
export function useEdited<Values>(saved: Values) {
  const [edited, setEdited] = useState<Edited<Values>>()
  return {
    given: edited?.given ?? saved,
    before: edited?.before ?? saved,
    set: (given: Values) => setEdited((now) => ({ given, before: now?.before ?? saved })),
    /** Once `sent` was saved, of which the server keeps `kept`: see {@link afterSave}. */
    follow: (sent: Values, kept: Values) => setEdited((now) => afterSave(now, sent, kept)),
    /** Gives up what was edited: the form shows what is saved. */
    forget: () => setEdited(undefined),
  }
}

/** What stays edited after a save: nothing, or what was given while it was under way, which replaces what was saved. */
export const afterSave = <Values>(now: Edited<Values> | undefined, sent: Values, kept: Values) =>
  now === undefined || now.given === sent ? undefined : { given: now.given, before: kept }
