import { TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { type PersonColour, personColours } from '#core/member/colours.ts'
import { proposedInitials } from '#core/member/names.ts'
import type { Role } from '#core/model/messages.ts'
import { PersonAvatar } from '#web/ui/marks/person.tsx'
import styles from './details-fields.module.css'
import type { Details, DetailsField } from './use-details.ts'

type Props = { details: Details; username: string; role: Role; own?: boolean }

/** The fields of a person's details; each colour shows the mark that it makes. What the server refuses is said at its field, which gets the focus. `own` if it is the user's own name that a browser may fill in. */
export function DetailsFields({ details: { form, set, failure }, username, role, own = false }: Props) {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) fields.current?.querySelector<HTMLInputElement>('[aria-invalid=true]')?.focus()
  }, [failure])
  const errorOf = (field: DetailsField) => (failure?.field === field ? failure.error : undefined)
  const name = form.fullName.trim() || username
  const look = { initials: form.initials.trim().toUpperCase() || undefined, colour: form.colour }
  return (
    <div ref={fields} className={styles.fields}>
      {failure && failure.field === undefined && (
        <p role="alert" className={styles.failed}>
          {failure.error}
        </p>
      )}
      <TextInput
        label="Full name"
        name="fullName"
        maxLength={80}
        autoComplete={own ? 'name' : 'off'}
        value={form.fullName}
        error={errorOf('fullName')}
        onChange={(event) => set({ fullName: event.currentTarget.value })}
      />
      <TextInput
        label="Telephone"
        name="telephone"
        type="tel"
        description="Everyone in your company can see it"
        maxLength={30}
        autoComplete={own ? 'tel' : 'off'}
        value={form.telephone}
        error={errorOf('telephone')}
        onChange={(event) => set({ telephone: event.currentTarget.value })}
      />
      <TextInput
        label="Initials"
        name="initials"
        className={styles.initials}
        maxLength={4}
        autoComplete="off"
        placeholder={proposedInitials(name)}
        value={form.initials}
        error={errorOf('initials')}
        onChange={(event) => set({ initials: event.currentTarget.value })}
      />
      <fieldset className={styles.colours}>
        <legend>Colour</legend>
        {personColours.map((colour) => (
          <label key={colour}>
            <input
              type="radio"
              name="colour"
              value={colour}
              checked={form.colour === colour}
              onChange={() => set({ colour })}
            />
            <PersonAvatar name={name} role={role} look={{ ...look, colour }} size={28} />
            <span className="sr">{colourNames[colour]}</span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}

const colourNames: Record<PersonColour, string> = {
  blue: 'Blue',
  green: 'Green',
  amber: 'Amber',
  violet: 'Violet',
  teal: 'Teal',
  grey: 'Grey',
}
