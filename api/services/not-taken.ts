import type { WhyNotSent } from '#core/job/failed-mail/failed-mail-messages.ts'

/**
 * The mail server did not take an email. Its message names no address, as a log is no place for one. `final` is why no other try can end
 * otherwise; without it the fault is the server's own, or passes.
 */
export class NotTaken extends Error {
  readonly final: Extract<WhyNotSent, 'refused' | 'rejected'> | undefined
  readonly code: string | undefined

  constructor(error: unknown) {
    const { message, code, command, responseCode } = faultOf(error)
    super(
      responseCode === undefined
        ? `The email was not taken: ${message}`
        : `The mail server answered ${command} with ${responseCode}`,
    )
    this.name = 'NotTaken'
    this.code = code
    this.final = finalReason({ code, command, responseCode })
  }
}

/** What of an error tells where it came from. */
type Fault = { code: string | undefined; command: string | undefined; responseCode: number | undefined }

/**
 * A server that refuses the sign-in, the sender or the connection for good has a fault of its own: only its reply to the recipient and to
 * the message count, but that it asks to be signed in to.
 */
function finalReason({ code, command, responseCode }: Fault): NotTaken['final'] {
  // It said how much it takes at most, and was not even asked.
  if (code === 'EMESSAGE' && command === 'MAIL FROM' && responseCode === undefined) return 'rejected'
  if (responseCode === undefined || responseCode < 500 || responseCode === signInNeeded) return undefined
  if (command === 'RCPT TO') return 'refused'
  return command === 'DATA' ? 'rejected' : undefined
}

const signInNeeded = 530

function faultOf(error: unknown): Fault & { message: string } {
  if (!(error instanceof Error)) return { message: '', code: undefined, command: undefined, responseCode: undefined }
  const text = (key: string) => {
    const value: unknown = Reflect.get(error, key)
    return typeof value === 'string' ? value : undefined
  }
  const responseCode: unknown = Reflect.get(error, 'responseCode')
  return {
    message: error.message,
    code: text('code'),
    command: text('command'),
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
  }
}
