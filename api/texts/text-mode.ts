import type { Config } from '#api/config/config.ts'

/** How this installation sends text messages: by its gateway, not really, or not at all. */
export type TextMode = 'gateway' | 'sandbox' | 'off'

/** By the gateway if there is one; else in the sandbox, as the setting says or wherever the address is not a public one. */
export const textMode = ({ sms, smsSandbox, publicUrl }: Pick<Config, 'sms' | 'smsSandbox' | 'publicUrl'>): TextMode =>
  sms ? 'gateway' : (smsSandbox ?? !publicUrl?.startsWith('https:')) ? 'sandbox' : 'off'
