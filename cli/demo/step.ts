import type { CommandType } from '#core/ledger/ledger.ts'

/** Something that a member of the company does at an instant, in milliseconds. */
export type Step = { at: number; by: string; type: CommandType; data: Record<string, unknown> }
export type Crew = { office: readonly [string, ...string[]]; team: readonly [string, ...string[]] }
