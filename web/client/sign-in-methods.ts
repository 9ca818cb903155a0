import { useEffect, useState } from 'react'
import type { SignInMethods } from '#core/wire/account/session.ts'
import { paths } from '#core/wire/paths.ts'
import { request } from './request.ts'

const ours: SignInMethods = { password: true, external: false }
let pending: Promise<SignInMethods> | undefined

/** How users sign in here; with Fettle passwords, as most installations do, until the server has replied. */
export function useSignInMethods(): SignInMethods {
  const [methods, setMethods] = useState(ours)
  useEffect(() => {
    pending ??= request<SignInMethods>(paths.signInMethods)
    pending.then(setMethods, () => {
      pending = undefined
    })
  }, [])
  return methods
}
