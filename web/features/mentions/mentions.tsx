import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { mentionsIn, typedMention } from '#core/job/mentions.ts'
import { matchingPeople } from '#core/member/matching-people.ts'
import { useUser } from '#web/client/use-user.ts'
import { type PersonName, usePeople } from '#web/sync/reads/people.ts'
import { PersonAvatar, RoleTag } from '#web/ui/marks/person.tsx'
import { counted } from '#web/ui/number-format.ts'
import styles from './mentions.module.css'

/** More would not fit above a phone's keyboard. */
const mostSuggested = 5

type Suggested = PersonName & { userId: string }
type Props = {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  onText: (text: string) => void
  /** Gets the people whom the text names. */
  named: RefObject<readonly string[]>
}

/**
 * Suggests people of the company above a field while a name is typed after an @. The field keeps the focus: its arrows mark one, Enter and
 * Tab choose, Escape closes. Loaded when a text first has an @.
 */
export function Mentions({ field, text, onText, named }: Props) {
  const { userId: own } = useUser()
  const people = [...usePeople()].flatMap(([userId, one]): Suggested[] => (one.hasLeft ? [] : [{ ...one, userId }]))
  const listId = useId()
  /** Where the cursor is; undefined while nothing is to be suggested. */
  const [cursor, setCursor] = useState<number | undefined>(() => field.current?.selectionStart)
  const [marked, setMarked] = useState(0)
  const mention = cursor === undefined ? undefined : typedMention(text, cursor)
  const others = people.filter(({ userId }) => userId !== own)
  const suggested = mention ? matching(others, mention.typed) : []
  const isOpen = suggested.length > 0
  const at = Math.min(marked, suggested.length - 1)
  const optionId = (nth: number) => `${listId}-${nth}`

  useEffect(() => {
    named.current = mentionsIn(text, people)
  })

  const look = useEffectEvent(() => {
    setCursor(field.current?.selectionStart)
    setMarked(0)
  })
  const choose = ({ name }: Suggested) => {
    if (!mention || cursor === undefined) return
    const before = `${text.slice(0, mention.at)}@${name} `
    // The next key may follow at once: by then the cursor must stand after the name.
    flushSync(() => {
      onText(before + text.slice(cursor).replace(/^ /, ''))
      setCursor(undefined)
    })
    field.current?.setSelectionRange(before.length, before.length)
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isOpen || event.ctrlKey || event.metaKey || event.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const person = suggested[at]
    if (step) setMarked((at + step + suggested.length) % suggested.length)
    else if (event.key === 'Escape') setCursor(undefined)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && person) choose(person)
    else return
    event.preventDefault()
    event.stopPropagation()
  })

  useEffect(() => {
    const typing = field.current
    const listening = new AbortController()
    const { signal } = listening
    typing?.addEventListener('input', () => look(), { signal })
    typing?.addEventListener('select', () => look(), { signal })
    typing?.addEventListener('click', () => look(), { signal })
    typing?.addEventListener('blur', () => setCursor(undefined), { signal })
    typing?.addEventListener('keydown', (event) => press(event), { signal })
    return () => listening.abort()
  }, [field])

  const active = isOpen ? optionId(at) : undefined
  useEffect(() => {
    const typing = field.current
    if (!typing || active === undefined) return
    typing.setAttribute('aria-autocomplete', 'list')
    typing.setAttribute('aria-controls', listId)
    typing.setAttribute('aria-activedescendant', active)
    return () => {
      for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant']) typing.removeAttribute(name)
    }
  }, [field, listId, active])

  if (!isOpen) return null
  return (
    <>
      <div id={listId} role="listbox" aria-label="People to mention" className={styles.list}>
        {suggested.map((person, nth) => (
          <button
            type="button"
            role="option"
            key={person.userId}
            id={optionId(nth)}
            tabIndex={-1}
            aria-selected={nth === at}
            className={styles.option}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(person)}
          >
            <PersonAvatar name={person.name} role={person.role} look={person.look} />
            <span className={styles.name}>{person.name}</span>
            <RoleTag role={person.role} />
          </button>
        ))}
      </div>
      <p className="sr" role="status">
        {counted(suggested.length, 'person', 'people')} to mention
      </p>
    </>
  )
}

/** Those who can be meant; nobody once a whole name has a space after it. */
function matching(people: readonly Suggested[], typed: string): Suggested[] {
  const isWhole = typed.endsWith(' ') && people.some(({ name }) => name.toLowerCase() === typed.trim().toLowerCase())
  return isWhole ? [] : matchingPeople(people, typed).slice(0, mostSuggested)
}
