import type { LogFault, LogVerification } from '#ledger/proof/installation-log.ts'

/** The result of checking the log of signed heads as lines for people. `trusted` are the ids of the keys to trust, if any are known. */
export function describeLog(log: LogVerification, trusted: readonly string[] | undefined): string[] {
  const { heads, older, companies, keyIds, signedAt, fault } = log
  if (fault) return [`Log of signed heads: ${faultIn(log, fault)}.`]
  if (heads + older === 0) return companies > 0 ? [noHeads] : []
  const before = older > 0 ? ` There are ${older} from before there was a log.` : ''
  const last = signedAt ? `, the last of them signed at ${signedAt}` : ''
  return [
    `Log of signed heads: all ${heads} are there in order${last}, and so ${companies === 1 ? 'is the company' : `are all ${companies} companies`}.${before}`,
    ...(trusted
      ? []
      : [`They were signed by ${keyIds.join(', ')}; there is no key here to compare that with: use --key.`]),
  ]
}

const noHeads =
  'No signed head is in this database. Fettle signs the first within minutes: if it has run here, they were deleted.'

function faultIn({ heads, companies, keyIds }: LogVerification, { place, reason, companyId }: LogFault): string {
  const which = place === undefined ? `a head of ${companyId}` : `head ${place}`
  switch (reason) {
    case 'missing':
      return `${which} is missing`
    case 'altered':
      return `${which} is not as it was signed`
    case 'order':
      return `${which} does not follow the one before it`
    case 'key':
      return `${which} was signed by the key ${keyIds.at(-1)}, which is not trusted. Add it with --key if it is yours`
    case 'company':
      return `${which} is of ${companyId}, whose ledger is gone`
    case 'companies':
      return `when ${which} was signed, more companies had a ledger than the ${companies} there are now`
    case 'end':
      return `it has ${heads} heads, and does not end where the noted end of the log is`
  }
}
