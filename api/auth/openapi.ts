import type { DescribedRoute } from '#api/http/described-route.ts'
import { credentials, me, registration, signedIn } from '#core/wire/account/session.ts'
import { paths } from '#core/wire/paths.ts'

const post = { method: 'post', for: 'anyone' } as const

export const signInRoutes: DescribedRoute[] = [
  { ...post, path: paths.register, summary: 'Register a business', body: registration, answers: { 200: signedIn } },
  { ...post, path: paths.login, summary: 'Sign in', body: credentials, answers: { 200: signedIn } },
  {
    ...post,
    path: paths.refresh,
    summary: 'Exchange the refresh cookie for a new access token',
    answers: { 200: signedIn },
  },
  { ...post, path: paths.logout, summary: 'End the session', answers: { 204: undefined } },
  {
    method: 'get',
    for: 'members',
    path: paths.me,
    summary: 'The signed-in user and their company',
    answers: { 200: me },
  },
]
