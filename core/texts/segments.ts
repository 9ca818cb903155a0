/** The letters of a text message that are counted once, and those that are counted twice (3GPP TS 23.038). */
const once =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const twice = '\f^{}\\[~]|€'

const costs = new Map([...[...once].map((one) => [one, 1] as const), ...[...twice].map((one) => [one, 2] as const)])

/** What a message is made of where it has only letters of the alphabet of telephones, and where it has others. */
const room = { plain: { alone: 160, each: 153 }, wide: { alone: 70, each: 67 } }

/** The most parts that a message to a tenant has: each is paid for. */
export const mostParts = 2

/** How many parts a message is sent in. One letter that telephones’ alphabet lacks leaves less room in all of them. */
export function partsOf(text: string): number {
  const letters = [...text]
  const isPlain = letters.every((one) => costs.has(one))
  const sizes = letters.map((one) => (isPlain ? (costs.get(one) ?? 1) : one.length))
  const { alone, each } = isPlain ? room.plain : room.wide
  if (sizes.reduce((sum, one) => sum + one, 0) <= alone) return 1
  let [parts, left] = [1, each]
  // A letter of two units is never divided between two parts.
  for (const size of sizes) {
    if (size > left) {
      parts += 1
      left = each
    }
    left -= size
  }
  return parts
}

const plainly: Record<string, string> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '−': '-',
}

/** The same words in the alphabet of telephones, as far as they can be: other quotation marks, and letters without their accents. */
export const toPlain = (text: string): string =>
  [...text.replaceAll(/\s+/g, ' ').trim()]
    .map((one) => {
      if (costs.has(one)) return one
      const bare = plainly[one] ?? one.normalize('NFKD').replaceAll(/\p{M}/gu, '')
      return [...bare].every((letter) => costs.has(letter)) ? bare : one
    })
    .join('')

/** The first of several ways to say something that fits into as many parts as a message may have; the last if none does. */
export const firstThatFits = (given: readonly [string, ...string[]]): string => {
  const texts = given.map(toPlain)
  return texts.find((one) => partsOf(one) <= mostParts) ?? texts.at(-1) ?? ''
}
