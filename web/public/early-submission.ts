import { type RefObject, useEffect } from 'react'
import { formReadyEvent } from '#core/wire/pages/early-submission.ts'

/** Sends a prerendered form that was already submitted before its script had loaded. */
export function useEarlySubmission(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const settled = setTimeout(() => form.current?.dispatchEvent(new Event(formReadyEvent, { bubbles: true })))
    return () => clearTimeout(settled)
  }, [form])
}
