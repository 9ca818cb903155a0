/** Without characters that nobody sees, and with single spaces. Joiners stay: some scripts are not readable without them. */
export const tidy = (given: string) =>
  given.replace(/((?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}])+/gu, ' ').trim()

/** Digits as people write them, with + in front and an extension if need be: '+44 20 7946 0018 ext 12'. */
export const isTelephone = (text: string) =>
  /^\+?[\d\s()./-]+((ext\.?|x)\s*\d{1,6})?$/i.test(text) && (text.match(/\d/g)?.length ?? 0) >= 5
