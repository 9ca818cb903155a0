import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { register, signIn } from '#web/client/session.ts'
import { useEarlySubmission } from '#web/public/early-submission.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { AuthsAlert } from './auths-alert.tsx'
import styles from './auths-form.module.css'
import {
  type Entrance,
  entranceParameter,
  errorIn,
  type FormError,
  fields,
  serverError,
  type Typed,
} from './auths-rules.ts'
import { PasskeyButton } from './passkey-button.tsx'

const titles: Record<Entrance, { toggle: string; title: string; text: string }> = {
  'sign-in': { toggle: 'Sign In', title: 'Sign in to Fettle', text: 'For the office and the field team.' },
  register: {
    toggle: 'Register Your Business',
    title: 'Start your free trial',
    text: '14 days free, no card needed. Up to 10 users.',
  },
}
const entrances: readonly Entrance[] = ['sign-in', 'register']

type Props = { entrance: Entrance; onEntrance: (entrance: Entrance) => void; onSigningIn: (signingIn: boolean) => void }

/** The sign-in or registration form, with the error box and the toggle between the two. */
export function AuthsForm({ entrance, onEntrance, onSigningIn }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const [typed, setTyped] = useState<Typed>({ businessName: '', username: '', email: '', password: '' })
  const [error, setError] = useState<FormError>()
  const [busy, setBusy] = useState(false)
  const { title, text, toggle } = titles[entrance]
  useEarlySubmission(form)
  // Keeps what was typed before the script loaded.
  useLayoutEffect(() => {
    const early = new FormData(form.current ?? undefined)
    const value = (name: keyof Typed, before: string) => String(early.get(name) ?? '') || before
    setTyped((before) => ({
      ...before,
      email: value('email', before.email),
      password: value('password', before.password),
    }))
  }, [])

  const change = (to: Entrance) => {
    setError(undefined)
    onEntrance(to)
  }
  const show = (found: FormError) => {
    setError(found)
    form.current?.querySelector<HTMLInputElement>(`[name=${found.focus}]`)?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // A double click comes before the state changes, so a disabled button would be too late.
    if (sending.current) return
    const missing = errorIn(entrance, typed)
    if (missing) return show(missing)
    sending.current = true
    setBusy(true)
    setError(undefined)
    onSigningIn(entrance === 'sign-in')
    const { email, password } = typed
    const failure = await (entrance === 'sign-in' ? signIn({ email, password }) : register(typed))
    sending.current = false
    setBusy(false)
    if (failure) show(serverError(entrance, failure))
  }

  return (
    <>
      {/* A form, so that a click before the script loads reopens the page on the chosen side. */}
      <form onSubmit={(event) => event.preventDefault()}>
        <fieldset className={styles.toggle}>
          <legend className="sr">Sign in or register</legend>
          {entrances.map((one) => (
            <button
              key={one}
              type="submit"
              name={entranceParameter}
              value={one}
              aria-pressed={one === entrance}
              onClick={() => change(one)}
            >
              {titles[one].toggle}
            </button>
          ))}
        </fieldset>
      </form>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      {/* Before the script loads, method="dialog" sends nothing; any other would put the password into the address. */}
      <form ref={form} className={styles.form} method="dialog" onSubmit={submit} noValidate aria-busy={busy}>
        <p hidden data-unfolds>
          Signing in needs JavaScript, which is turned off in your browser.
        </p>
        <AuthsAlert error={error} />
        {fields[entrance].map(({ name, ...field }) => (
          <Field
            key={name}
            {...field}
            name={name}
            required
            value={typed[name]}
            error={error?.fields[name]}
            onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
          />
        ))}
        {entrance === 'sign-in' && (
          <a className={styles.forgot} href="/forgot-password">
            Forgot password?
          </a>
        )}
        <button type="submit" className={styles.submit} aria-disabled={busy}>
          {toggle}
        </button>
        {entrance === 'sign-in' && (
          <PasskeyButton onFailure={(failure) => setError(failure && serverError(entrance, failure))} />
        )}
      </form>
      {entrance === 'sign-in' && (
        <form className={styles.other} onSubmit={(event) => event.preventDefault()}>
          New to Fettle?{' '}
          <button type="submit" name={entranceParameter} value="register" onClick={() => change('register')}>
            Register your business
          </button>
        </form>
      )}
    </>
  )
}
