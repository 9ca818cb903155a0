import { partsOfNote } from '#core/job/mentions.ts'
import { nameAt } from '#core/member/names.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import styles from './note-words.module.css'

type Props = { note: string; mentions: readonly string[]; at: string }

/** The words of a comment, with the people whom it names marked: by the names that they had then. */
export function NoteWords({ note, mentions, at }: Props) {
  const people = usePeople()
  const named = mentions.flatMap((userId) => {
    const person = people.get(userId)
    return person ? [{ userId, name: nameAt(person, at) }] : []
  })
  return partsOfNote(note, named).map(({ from, text, userId }) =>
    userId ? (
      <strong key={from} className={styles.mention}>
        {text}
      </strong>
    ) : (
      text
    ),
  )
}
