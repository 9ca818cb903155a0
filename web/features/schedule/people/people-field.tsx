import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { MultiSelect, type OptionsFilter } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type Ref, useEffect, useState } from 'react'
import { matchingPeople } from '#core/member/matching-people.ts'
import { type Named, nameOfPerson } from '#core/member/names.ts'
import type { TeamAnswer } from '#core/wire/account/team.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import styles from './people-field.module.css'

export type Member = Named & { userId: string }

/** People who can be assigned: the current team, and anyone already on the booking. */
export function useAssignable(chosen: readonly string[]): Member[] {
  const { data } = useQuery({
    queryKey: keys.team,
    queryFn: ({ signal }) => call<TeamAnswer>(paths.team, { signal }),
    staleTime: 5 * 60_000,
  })
  return (data?.users ?? []).filter(
    ({ userId, userRole, state }) => chosen.includes(userId) || (userRole === 'team' && state !== 'removed'),
  )
}

type Props = {
  people: readonly Member[]
  chosen: readonly string[]
  error: string | undefined
  ref?: Ref<HTMLInputElement>
  /** Whether a dialog opens with the focus here. */
  takesFocus?: boolean
  onChange: (chosen: string[]) => void
}

/** Chooses who is assigned to a visit. Enter picks the first match of what is typed. */
export function PeopleField({ people, chosen, error, ref, takesFocus, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [isEntered, setIsEntered] = useState(false)
  const isTyping = typed.trim() !== ''
  const matchesOf = (text: string) =>
    matchingPeople(
      people.filter(({ userId }) => !chosen.includes(userId)),
      text,
    )
  const matching: OptionsFilter = ({ search }) => matchesOf(search).map(optionOf)
  const type = (text: string) => {
    setTyped(text)
    setIsEntered(false)
  }
  // A half-typed name is nobody yet, so the form must not be submitted with it.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !isTyping) return
    event.preventDefault()
    event.stopPropagation()
    // On a slow line the list arrives after the Enter.
    if (people.length === 0) setIsEntered(true)
  }
  useEffect(() => {
    if (!isEntered || people.length === 0) return
    setIsEntered(false)
    const [first] = matchesOf(typed)
    if (!first) return
    setTyped('')
    onChange([...chosen, first.userId])
  })
  return (
    <MultiSelect
      ref={ref}
      label="Assigned to"
      data-autofocus={takesFocus || undefined}
      placeholder={chosen.length === 0 ? 'Choose people' : ''}
      searchable
      hidePickedOptions
      // The list may arrive after the text.
      selectFirstOptionOnChange={isTyping && people.length > 0}
      classNames={{ pill: styles.person, inputField: styles.field }}
      nothingFoundMessage="No matching team member"
      data={people.map(optionOf)}
      filter={matching}
      value={[...chosen]}
      error={error}
      searchValue={typed}
      onSearchChange={type}
      onKeyDown={onKeyDown}
      onChange={onChange}
    />
  )
}

const optionOf = (person: Member) => ({ value: person.userId, label: nameOfPerson(person) })
