import * as z from 'zod/mini'
import type { DescribedRoute } from '#api/http/described-route.ts'
import { apiKeysAnswer, keyCallsAnswer, madeApiKey, newApiKey } from '#core/wire/connections/api-keys.ts'
import { paths } from '#core/wire/paths.ts'

/** The API keys of a company. */
export const connectionRoutes: DescribedRoute[] = [
  {
    method: 'get',
    for: 'office',
    path: paths.apiKeys,
    summary: 'The API keys of the company, those that work first',
    answers: { 200: apiKeysAnswer },
  },
  {
    method: 'post',
    for: 'office',
    path: paths.apiKeys,
    summary:
      'Make an API key. The answer is the only place that has the key. Its maker must have confirmed their identity within the last ten minutes.',
    body: newApiKey,
    answers: { 200: madeApiKey },
  },
  {
    method: 'delete',
    for: 'office',
    path: paths.apiKey,
    summary: 'Revoke an API key. Its next call is refused.',
    answers: { 200: z.object({ message: z.string() }) },
  },
  {
    method: 'get',
    for: 'office',
    path: paths.apiKeyCalls,
    summary: 'The last permitted calls of an API key, newest first, without queries and bodies',
    answers: { 200: keyCallsAnswer },
  },
]
