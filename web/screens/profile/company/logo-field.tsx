import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { v7 as uuid } from 'uuid'
import { logoFileSize } from '#core/company/logo-limits.ts'
import type { Me } from '#core/wire/account/session.ts'
import type { LogoAnswer } from '#core/wire/images.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { useLogo } from '#web/features/summary/use-logo.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './logo-field.module.css'
import { setCompany } from './set-company.ts'

type Props = { company: Me['company']; disabled: boolean }

/** The logo on papers, on white as it is printed, with what replaces or removes it. */
export function LogoField({ company, disabled }: Props) {
  const queries = useQueryClient()
  const shown = useLogo()
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const [busy, setBusy] = useState<'Sending...' | 'Removing...'>()
  const [error, setError] = useState('')
  const { logo, c_id: companyId } = company
  const change = async (what: NonNullable<typeof busy>, done: string, run: () => Promise<(me: Me) => Me>) => {
    setBusy(what)
    setError('')
    try {
      const changed = await run()
      queries.setQueryData<Me>(keys.me, (me) => me && changed(me))
      toast.success(done)
    } catch (failure) {
      setError(errorMessage(failure))
    }
    setBusy(undefined)
  }
  const send = (file: File) => {
    if (file.size > logoFileSize) return setError('This file is larger than 5 MB.')
    return change('Sending...', 'Logo saved.', async () => {
      const path = pathTo(paths.companyLogo, { imageId: uuid() })
      const answer = await call<LogoAnswer>(path, { method: 'PUT', body: file })
      const { imageId } = answer.logo
      return (me) => ({
        ...me,
        company: { ...me.company, logo: answer.logo },
        logo: { imageId, url: answer.url },
      })
    })
  }
  const remove = (imageId: string) =>
    change('Removing...', 'Logo removed.', async () => {
      await setCompany('RemoveLogo', { companyId, imageId })
      return ({ logo: _, ...me }) => {
        const { logo: _before, ...others } = me.company
        return { ...me, company: others }
      }
    })
  return (
    <fieldset className={styles.field} aria-describedby={hintId}>
      <legend>Logo</legend>
      <div className={styles.row}>
        <div className={styles.paper} data-empty={!logo || undefined}>
          {shown ? <img {...shown} alt="Your logo" /> : <span>{logo ? 'Logo not available' : 'No logo'}</span>}
        </div>
        <div className={styles.actions}>
          <Button
            variant="default"
            disabled={disabled}
            aria-disabled={disabled || busy !== undefined}
            onClick={() => busy === undefined && input.current?.click()}
          >
            {busy ?? (logo ? 'Replace logo' : 'Choose a logo')}
          </Button>
          {logo && (
            <Button
              variant="subtle"
              disabled={disabled}
              aria-disabled={disabled || busy !== undefined}
              onClick={() => busy === undefined && void remove(logo.imageId)}
            >
              Remove logo
            </Button>
          )}
        </div>
      </div>
      <p id={hintId} className={styles.hint}>
        PNG or JPEG, up to 5 MB
      </p>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg"
        aria-label="Choose a logo"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file) void send(file)
        }}
      />
    </fieldset>
  )
}
