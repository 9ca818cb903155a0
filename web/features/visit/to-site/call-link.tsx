import { IconPhone } from '@tabler/icons-react'
import { noteCall } from '#web/features/visit/calls.ts'
import { telephoneNumbers } from '#web/features/visit/telephone-numbers.ts'

export type CallProps = { jobId: string; access: string; className: string | undefined }

/** Calls the first number that stands in the note on access, if there is one. */
export function CallByAccess({ jobId, access, className }: CallProps) {
  const number = telephoneNumbers(access).find((piece) => piece.call)
  return (
    number?.call && <CallLink jobId={jobId} call={number.call} label="Call" whom={number.text} className={className} />
  )
}

type Props = Omit<CallProps, 'access'> & { call: string; label: string; whom: string }

export const CallLink = ({ jobId, call, label, whom, className }: Props) => (
  <a className={className} href={`tel:${call}`} onClick={() => noteCall(jobId)}>
    <IconPhone size={20} stroke={1.75} aria-hidden />
    {label}
    <span className="sr"> {whom}</span>
  </a>
)
