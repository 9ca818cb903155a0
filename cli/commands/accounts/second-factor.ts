import { Command } from '@commander-js/extra-typings'
import { v7 as uuid } from 'uuid'
import { removeSecondFactor } from '#api/accounts/second-factor/factor-rows.ts'
import { storeAuditIn } from '#api/audit/audit-rows.ts'
import { foldRepeats } from '#api/audit/repeats.ts'
import { addMail } from '#api/mail/outbox.ts'
import { accountWith } from '#cli/database/find-company.ts'
import { withMigratedDatabase } from '#cli/database/open-database.ts'
import { connect, inCompany } from '#ledger/database/connect.ts'

export const secondFactor = new Command('second-factor')
  .description('remove the authenticator app and passkeys of a person who has lost them and their recovery codes')
  .requiredOption('--reset <email>', 'the email of the person')
  .action(async ({ reset }) => {
    await withMigratedDatabase((databaseUrl) => resetSecondFactor(databaseUrl, reset))
    console.log(
      `${reset} signs in with the password alone now. Ask them to set up an authenticator app or a passkey again.`,
    )
  })

/**
 * Removes a person's authenticator app, passkeys and recovery codes, tells them by mail and notes it in their company's audit list. Throws if there
 * is no such person, or they have none.
 */
export async function resetSecondFactor(databaseUrl: string, email: string): Promise<void> {
  const signIn = connect(databaseUrl, 'fettle_auth', { max: 1 })
  try {
    const account = await accountWith(signIn, email)
    if (!account) throw new Error(`No account found for ${email}.`)
    const { userId, companyId } = account
    const rowOf = foldRepeats(() => new Date())
    const noted = { kind: 'key-changed', detail: 'authenticator-reset', address: '', device: '' } as const
    const isRemoved = await inCompany(signIn, companyId, async (client) => {
      if (!(await removeSecondFactor(client, userId))) return false
      await addMail(client, { mailId: uuid(), kind: 'second-factor-removed', recipient: email.trim() })
      await storeAuditIn(client, [{ ...rowOf({ companyId, userId, ...noted }), times: 1 }])
      return true
    })
    if (!isRemoved) throw new Error(`${email} has no second factor.`)
  } finally {
    await signIn.end()
  }
}
