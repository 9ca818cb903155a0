import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type PersonColour, proposedColour } from '#core/member/colours.ts'
import type { MemberDetails } from '#core/member/details.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { CallFailure } from '#web/client/request.ts'
import { saveDetails } from './save-details.ts'

export type DetailsForm = { fullName: string; initials: string; colour: PersonColour; telephone: string }
export type DetailsField = keyof DetailsForm

/** A person as the form needs them. */
export type PersonDetails = MemberDetails & { userId: string; username: string }

/** The form for a person's details: its values, and saving them. `save` returns whether they are saved. */
export function useDetails(person: PersonDetails) {
  const queries = useQueryClient()
  const known = formOf(person)
  const [typed, setTyped] = useState<Partial<DetailsForm>>({})
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ error: string; field: string | undefined }>()
  const form = { ...known, ...typed }
  const isChanged = fields.some((field) => form[field] !== known[field])
  const save = async () => {
    if (busy) return false
    setBusy(true)
    setFailure(undefined)
    try {
      await saveDetails(queries, person.userId, form)
      setTyped({})
      return true
    } catch (error) {
      setFailure({ error: errorMessage(error), field: error instanceof CallFailure ? error.field : undefined })
      return false
    } finally {
      setBusy(false)
    }
  }
  const set = (change: Partial<DetailsForm>) => {
    setTyped({ ...typed, ...change })
    setFailure(undefined)
  }
  return { form, set, save, busy, isChanged, failure }
}
export type Details = ReturnType<typeof useDetails>

const fields = ['fullName', 'initials', 'colour', 'telephone'] as const satisfies DetailsField[]

const formOf = ({ userId, fullName = '', initials = '', colour, telephone = '' }: PersonDetails): DetailsForm => ({
  fullName,
  initials,
  colour: colour ?? proposedColour(userId),
  telephone,
})
