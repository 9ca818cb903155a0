import * as z from 'zod/mini'
import { type Refusal, refuse } from '#core/model/refusals.ts'
import { text } from '#core/model/values.ts'

/** How a company calls itself and is reached, as its papers say it: visit sheets and evidence packs. What is empty is not printed. */
const fields = { tradingName: text(100), address: text(300), telephone: text(40), email: text(254) }

export const papers = z.strictObject(fields)
export type Papers = z.infer<typeof papers>

export const noPapers: Papers = { tradingName: '', address: '', telephone: '', email: '' }

/** As it is kept: no spaces around a line, no empty lines. Or the refusal of what nobody could call or write to. */
export function tidied({ tradingName, address, telephone, email }: Papers): Papers | Refusal {
  const tidy: Papers = {
    tradingName: tradingName.trim(),
    address: address
      .split('\n')
      .flatMap((line) => line.trim() || [])
      .join('\n'),
    telephone: telephone.trim(),
    email: email.trim(),
  }
  if (tidy.telephone && !/^\+?(?=(?:\D*\d){6})[\d ()-]+(?: ?(?:ext|x) ?\d{1,6})?$/.test(tidy.telephone))
    return refuse('papers-telephone', {}, 'telephone')
  if (tidy.email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(tidy.email)) return refuse('papers-email', {}, 'email')
  return tidy
}

export const isAlike = (one: Papers, other: Papers) =>
  one.tradingName === other.tradingName &&
  one.address === other.address &&
  one.telephone === other.telephone &&
  one.email === other.email

/** The lines below a company's name: its address, and how to reach it. */
export const linesOf = ({ address, telephone, email }: Papers): string[] =>
  [address.split('\n').join(', '), [telephone, email].filter(Boolean).join(' · ')].filter(Boolean)
