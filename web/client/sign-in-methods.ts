import { useEffect, useState } from 'react'
import type { SignInMethods } from '#core/wire/account/session.ts'
import { paths } from '#core/wire/paths.ts'
import { request } from './request.ts'

const ours: SignInMethods = { password: true, external: false }
let asked: Promise<SignInMethods> | undefined

/** How people sign in here. Until the server has said so, by passwords of ours, as most installations do. */
export function useSignInMethods(): SignInMethods {
  const [methods, setMethods] = useState(ours)
  useEffect(() => {
    asked ??= request<SignInMethods>(paths.signInMethods)
    asked.then(setMethods, () => {
      asked = undefined
    })
  }, [])
  return methods
}
