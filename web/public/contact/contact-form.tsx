import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { type FormEvent, type InputHTMLAttributes, useEffect, useId, useRef, useState } from 'react'
import { useEarlySubmission } from '#web/public/early-submission.ts'
import styles from './contact-form.module.css'

const pause = 1_000
const texts = {
  sent: "Thank you for your message. We'll get back to you soon!",
  failed: 'Something went wrong. Please try again later.',
} as const

/**
 * Name, email, subject and message. As specified, nothing is sent: the form waits a second and thanks. If the device is offline
 * by then it shows the error and keeps the fields.
 */
export function ContactForm() {
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEarlySubmission(form)
  const [state, setState] = useState<'writing' | 'sending' | keyof typeof texts>('writing')
  useEffect(() => () => clearTimeout(sending.current), [])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (state === 'sending') return
    // A field of spaces counts as empty; once cleared, the browser shows its own message.
    const blank = [...form.querySelectorAll<HTMLInputElement>('input, textarea')].find(({ value }) => !value.trim())
    if (blank) {
      blank.value = ''
      blank.reportValidity()
      return
    }
    setState('sending')
    sending.current = setTimeout(() => {
      if (navigator.onLine) form.reset()
      setState(navigator.onLine ? 'sent' : 'failed')
    }, pause)
  }

  return (
    // Before the script loads, method="dialog" sends nothing; any other would put the message into the address.
    <form ref={form} className={styles.form} method="dialog" onSubmit={submit} aria-busy={state === 'sending'}>
      <p hidden data-unfolds>
        This form needs JavaScript, which is turned off in your browser.
      </p>
      <div role="status">
        {(state === 'sent' || state === 'failed') && (
          <p className={state === 'sent' ? styles.sent : styles.failed}>
            {state === 'sent' ? <IconCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
            {texts[state]}
          </p>
        )}
      </div>
      <div className={styles.pair}>
        <Line label="Name" name="name" autoComplete="name" />
        <Line label="Email" name="email" type="email" autoComplete="email" />
      </div>
      <Line label="Subject" name="subject" />
      <Lines label="Message" name="message" />
      <div className={styles.foot}>
        <p>All fields are required.</p>
        <button type="submit" aria-disabled={state === 'sending'}>
          {state === 'sending' ? 'Sending...' : 'Send Message'}
        </button>
      </div>
    </form>
  )
}

type LineProps = { label: string; name: string } & Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'autoComplete'>

function Line({ label, ...field }: LineProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input {...field} id={id} required />
    </div>
  )
}

function Lines({ label, name }: { label: string; name: string }) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea id={id} name={name} required rows={8} />
    </div>
  )
}
