import * as z from 'zod/mini'
import { isOffice } from '#core/model/access.ts'
import type { Role } from '#core/model/messages.ts'

/** Whom a company requires to have a second factor besides their password. */
export const secondFactorRules = ['nobody', 'owner', 'office'] as const
export const secondFactorRule = z.enum(secondFactorRules)
export type SecondFactorRule = z.infer<typeof secondFactorRule>

/** Whether a company's rule binds a person in this role. */
export const bindsRole = (rule: SecondFactorRule, role: Role): boolean =>
  (rule === 'office' && isOffice(role)) || (rule === 'owner' && role === 'owner')

/** The rules as screens and histories name them. */
export const secondFactorRuleNames: Record<SecondFactorRule, string> = {
  nobody: 'Nobody',
  owner: 'Owners',
  office: 'The whole office',
}
